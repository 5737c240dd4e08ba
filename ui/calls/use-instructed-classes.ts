import { instructs } from "../../core/rules/tasks/roles.ts";
import { useCall } from "./use-call.ts";

/** The classes in which the user may make tasks: not those in which they only grade. */
export function useInstructedClasses() {
  const { data, ...state } = useCall("getClasses", {});
  return { data: data?.filter(instructs) ?? null, ...state };
}
