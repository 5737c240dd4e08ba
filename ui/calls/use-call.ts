import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo } from "react";
import type { EndpointName, RequestOf, ResponseOf } from "../../server/contract/endpoints.ts";
import { ApiError, call, pathOf } from "../api.ts";
import { dropFirstAnswer, firstAnswer } from "../page-data.ts";
import { renewQueries, type Topic } from "./queries.ts";

export interface CallState<Name extends EndpointName> {
  /** Null until the first response; kept while the call is repeated. */
  readonly data: ResponseOf<Name> | null;
  readonly error: ApiError | null;
  readonly loading: boolean;
  reload(): Promise<void>;
  setData(change: (data: ResponseOf<Name>) => ResponseOf<Name>): void;
  /** `data` at this moment, for code that continues after a call. */
  latest(): ResponseOf<Name> | null;
}

interface CallOptions {
  /** Live events about this repeat the call. */
  readonly live?: Topic;
}

/**
 * Makes a GET call when the first component that needs it appears; components that need the same response share it. A
 * response that came with the document is used first, without a call.
 */
export function useCall<Name extends EndpointName>(
  name: Name,
  request: RequestOf<Name>,
  { live }: CallOptions = {},
): CallState<Name> {
  const path = pathOf(name, request);
  const client = useQueryClient();
  const queryKey = useMemo(() => [name, path], [name, path]);
  const { data, error, isFetching } = useQuery<ResponseOf<Name>>({
    queryKey,
    queryFn: ({ signal }) => call(name, request, signal),
    initialData: () => firstAnswer(path) as ResponseOf<Name> | undefined,
    ...(live !== undefined && { meta: { live } }),
  });

  // Its first response is in the cache from now on; the next visit calls the server.
  useEffect(() => dropFirstAnswer(path), [path]);

  const reload = useCallback(() => renewQueries(client, { queryKey }), [client, queryKey]);
  const setData = useCallback(
    (change: (data: ResponseOf<Name>) => ResponseOf<Name>) => {
      client.setQueryData<ResponseOf<Name>>(queryKey, (before) => (before === undefined ? before : change(before)));
    },
    [client, queryKey],
  );

  return {
    data: data ?? null,
    error: error instanceof ApiError ? error : null,
    loading: isFetching,
    reload,
    setData,
    latest: () => client.getQueryData<ResponseOf<Name>>(queryKey) ?? null,
  };
}
