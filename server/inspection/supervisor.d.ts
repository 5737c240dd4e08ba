declare module "*/supervisor.mjs" {
  interface Program {
    readonly program: string;
    readonly words: readonly string[];
    readonly variables: Readonly<Record<string, string | undefined>>;
  }

  /** The server's program, with a channel to it. */
  interface Server {
    readonly connected: boolean;
    on(event: "message", hear: (message: import("./messages.ts").InspectMessage) => void): unknown;
    send(message: import("./messages.ts").OutcomeMessage, sent: () => void): unknown;
  }

  /** Starts processes that inspect uploads. */
  export function superviseInspectors(program: Program): { serve(server: Server): void; close(): void };
}
