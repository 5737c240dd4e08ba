/** For each kind of work what a worker is sent, what it answers, and what it reports while it works, if anything. */
export type WorkTable<Work> = {
  readonly [Kind in keyof Work]: { readonly request: unknown; readonly answer: unknown; readonly news?: unknown };
};

export type NewsOf<Piece> = Piece extends { readonly news: infer News } ? News : never;

/** A piece of work, as it is sent to a worker. */
export interface WorkMessage {
  readonly kind: PropertyKey;
  readonly request: unknown;
}

/** Asks a worker to end its piece of work at the next opportunity. */
export const BEGIN_NO_MORE = "begin-no-more";

/** What a worker is sent. */
export type ToWorker = WorkMessage | typeof BEGIN_NO_MORE;

/** What a worker sends: that it listens, news of its work, then its answer, or the message of a defect. */
export type FromWorker =
  | { readonly ready: true }
  | { readonly news: unknown }
  | { readonly ok: true; readonly answer: unknown }
  | { readonly ok: false; readonly message: string };

/** What a worker knows from its start. */
export interface WorkerSettings {
  readonly lowPriority: boolean;
}
