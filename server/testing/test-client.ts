import { ENDPOINTS, type EndpointName, type RequestOf, type ResponseOf } from "../contract/endpoints.ts";
import { EXCHANGE_FORM } from "../contract/tasks/exchange.ts";

interface Answer<Body> {
  readonly status: number;
  readonly headers: Headers;
  /** The JSON value, or null if the response is not JSON. At 400 and more it has `error`. */
  readonly body: Body & { readonly error: { code: string; message: string; issues?: { field: string }[] } };
  readonly response: Response;
}

type Loose = { params?: object; query?: object; body?: unknown };

/** Sends a request to the server: within the process, or over the network. */
export type Send = (url: string, init: RequestInit) => Response | Promise<Response>;

/** A browser, as far as the server can see: it keeps cookies and says where its calls come from. */
export class TestClient {
  readonly cookies = new Map<string, string>();
  /** An access token: the client is then a program, and names no site. */
  bearer: string | null = null;
  readonly #send: Send;
  readonly #origin: string;

  constructor(send: Send, origin: string) {
    this.#send = send;
    this.#origin = origin;
  }

  /** Makes the contract's call `name`. */
  call<Name extends EndpointName>(name: Name, request: RequestOf<Name>): Promise<Answer<ResponseOf<Name>>> {
    return this.callLoosely(name, request) as Promise<Answer<ResponseOf<Name>>>;
  }

  /** Like `call`, with any request: for what the contract forbids. */
  async callLoosely(name: EndpointName, { params = {}, query = {}, body }: Loose = {}): Promise<Answer<object>> {
    const { method, path } = ENDPOINTS[name];
    const values = params as Readonly<Record<string, string>>;
    const filled = path.replace(/:(\w+)/g, (_, parameter: string) =>
      encodeURIComponent(values[parameter] ?? "missing"),
    );
    const search = new URLSearchParams(query as Record<string, string>).toString();
    const headers: Record<string, string> = {};
    if (body !== undefined && !(body instanceof FormData)) headers["content-type"] = "application/json";
    const response = await this.fetch(search === "" ? filled : `${filled}?${search}`, {
      method,
      headers,
      ...(body !== undefined && { body: body instanceof FormData ? body : JSON.stringify(body) }),
    });
    const isJson = /^application\/json\b(?!l)/.test(response.headers.get("content-type") ?? "");
    const answer = isJson ? await response.clone().json() : null;
    return { status: response.status, headers: response.headers, body: answer as never, response };
  }

  /** Any request, with the cookies; `Origin` is the site itself unless `init` has another. */
  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    if (this.bearer !== null) {
      headers.set("authorization", `Bearer ${this.bearer}`);
      if (!headers.has(EXCHANGE_FORM.header)) headers.set(EXCHANGE_FORM.header, EXCHANGE_FORM.form);
    } else if (!headers.has("origin")) headers.set("origin", this.#origin);
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    if (cookie !== "") headers.set("cookie", cookie);
    const response = await this.#send(`${this.#origin}${path}`, { ...init, headers });
    for (const line of response.headers.getSetCookie()) this.#keep(line);
    return response;
  }

  #keep(line: string): void {
    const [pair = ""] = line.split(";");
    const [name = "", value = ""] = pair.split("=");
    if (value === "" || /max-age=0/i.test(line)) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}
