import type { Receipt, UploadResponse } from "../contract/results/file.ts";

/** A browser that talks to a spawned server. */
export class HttpClient {
  #cookie = "";
  readonly origin: string;
  readonly #address: string;

  /** `address` is where the calls go, as if a proxy in front had chosen it. */
  constructor(origin: string, address = origin) {
    this.origin = origin;
    this.#address = address;
  }

  /** Makes a call with JSON; throws if the response is not a success. */
  async json<T = Record<string, never>>(method: string, path: string, body?: unknown): Promise<T> {
    const headers = body === undefined ? {} : { "content-type": "application/json" };
    const response = await this.fetch(path, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return JSON.parse(text) as T;
  }

  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set("origin", this.origin);
    if (this.#cookie) headers.set("cookie", this.#cookie);
    const response = await fetch(`${this.#address}${path}`, { ...init, headers });
    const [cookie] = response.headers.getSetCookie();
    if (cookie) this.#cookie = cookie.split(";")[0] ?? "";
    return response;
  }

  /** Hands in files; returns the receipts, or null if the server no longer answered. */
  async upload(form: FormData): Promise<readonly Receipt[] | null> {
    try {
      const response = await this.fetch("/files/upload-files", { method: "POST", body: form });
      if (!response.ok) throw new Error(`upload: ${response.status} ${await response.text()}`);
      return ((await response.json()) as UploadResponse).files_uploaded;
    } catch (error) {
      if (error instanceof TypeError) return null;
      throw error;
    }
  }
}
