import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { changeAnswer, renewQueries } from "./calls.ts";

/** Calls whose answers are given by hand, and what a component in view shows of them. */
function watched({ first }: { readonly first?: string }) {
  const client = new QueryClient();
  const answers: ((text: string) => void)[] = [];
  const queryFn = ({ signal }: { signal: AbortSignal }) =>
    new Promise<string>((resolve, reject) => {
      answers.push(resolve);
      signal.addEventListener("abort", () => reject(signal.reason));
    });
  const options = {
    queryKey: ["page"],
    queryFn,
    initialData: () => first,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  };
  new QueryObserver(client, options).subscribe(() => {});
  return { client, answers, shown: () => client.getQueryData(["page"]) };
}

test("who asked before somebody else did waits for the newest answer, too", async () => {
  const { client, answers, shown } = watched({ first: "before" });
  const seen: unknown[] = [];
  const one = renewQueries(client, {}).then(() => seen.push(shown()));
  await expect.poll(() => answers.length).toBe(1);
  const other = renewQueries(client, {}).then(() => seen.push(shown()));
  await expect.poll(() => answers.length).toBe(2);
  answers[0]!("outdated");
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(seen).toEqual([]);
  answers[1]!("now");
  await Promise.all([one, other]);
  expect(seen).toEqual(["now", "now"]);
});

test("a first answer that is under way is outdated, too", async () => {
  const { client, answers, shown } = watched({});
  await expect.poll(() => answers.length).toBe(1);
  const renewed = renewQueries(client, {});
  await expect.poll(() => answers.length).toBe(2);
  answers[0]!("outdated");
  answers[1]!("now");
  await renewed;
  expect(shown()).toBe("now");
});

test("an answer from before a change does not undo it", async () => {
  const { client, answers, shown } = watched({ first: "before" });
  const renewed = renewQueries(client, {});
  await expect.poll(() => answers.length).toBe(1);
  changeAnswer(client, ["page"], () => "corrected");
  answers[0]!("before");
  await expect.poll(() => answers.length).toBe(2);
  expect(shown()).toBe("corrected");
  answers[1]!("corrected and read");
  await renewed;
  expect(shown()).toBe("corrected and read");
});
