declare module "*/step-back.mjs" {
  /** Lets a process, or with 0 the calling thread, go behind others by `steps` of nice, as far as the system goes. */
  export function stepBack(pid: number, steps: number): void;
}
