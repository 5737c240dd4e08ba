import { useCallback, useEffect, useRef, useState } from "react";
import type { EndpointName, RequestOf, ResponseOf } from "../server/contract/endpoints.ts";
import { ApiError, call, pathOf } from "./api.ts";
import { dropFirstAnswer, firstAnswer } from "./page-data.ts";

export interface CallState<Name extends EndpointName> {
  /** Null until the first answer; kept while the call is made again. */
  readonly data: ResponseOf<Name> | null;
  readonly error: ApiError | null;
  /** A call is under way. */
  readonly loading: boolean;
  /** Makes the call again. */
  reload(): Promise<void>;
  /** Puts a value in the place of the answer, for what the page changed itself. */
  setData(change: (data: ResponseOf<Name>) => ResponseOf<Name>): void;
}

interface Answer<Name extends EndpointName> {
  readonly path: string;
  readonly data: ResponseOf<Name> | null;
  readonly error: ApiError | null;
  readonly loading: boolean;
}

/**
 * Makes a GET call when the component appears and whenever its path changes; the answer that came with the document
 * is used first, without a call.
 */
export function useCall<Name extends EndpointName>(name: Name, request: RequestOf<Name>): CallState<Name> {
  const path = pathOf(name, request);
  const [answer, setAnswer] = useState<Answer<Name>>(() => startOf(path));
  const latest = useRef({ name, request, path });
  latest.current = { name, request, path };
  const current = answer.path === path ? answer : startOf<Name>(path);
  // Numbers of calls: an answer that a newer one has overtaken changes nothing.
  const begun = useRef(0);
  const taken = useRef(0);

  const load = useCallback(async (signal?: AbortSignal) => {
    const { name, request, path } = latest.current;
    const number = ++begun.current;
    function take(part: Pick<Answer<Name>, "error"> & Partial<Answer<Name>>): void {
      if (latest.current.path !== path || number < taken.current) return;
      taken.current = number;
      setAnswer((before) => ({ ...before, path, ...part, loading: number < begun.current }));
    }
    setAnswer((before) => ({ ...(before.path === path ? before : startOf<Name>(path)), loading: true }));
    try {
      take({ data: await call(name, request, signal), error: null });
    } catch (error) {
      // What was given up concerns nobody any more.
      if (error instanceof ApiError) take({ error });
    }
  }, []);

  // The page is kept in step with the server's answer for this path.
  useEffect(() => {
    if (firstAnswer(path) !== undefined) {
      setAnswer(startOf(path));
      dropFirstAnswer(path);
      return;
    }
    const abort = new AbortController();
    void load(abort.signal);
    return () => abort.abort();
  }, [path, load]);

  const setData = useCallback((change: (data: ResponseOf<Name>) => ResponseOf<Name>) => {
    setAnswer((before) => (before.data === null ? before : { ...before, data: change(before.data) }));
  }, []);
  const reload = useCallback(() => load(), [load]);

  return { data: current.data, error: current.error, loading: current.loading, reload, setData };
}

function startOf<Name extends EndpointName>(path: string): Answer<Name> {
  const first = firstAnswer(path) as ResponseOf<Name> | undefined;
  return { path, data: first ?? null, error: null, loading: first === undefined };
}
