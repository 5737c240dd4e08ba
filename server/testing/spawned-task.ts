import { ANA } from "./accounts.ts";
import { CLASS_BODY, TASK_BODY } from "./fixtures.ts";
import { HttpClient } from "./http-client.ts";
import { createInstructor } from "./spawned-instructor.ts";
import type { SpawnedServer } from "./spawned-server.ts";

/** Creates an instructor, a class and a task that is open for a day, as a new server's first user does. */
export async function makeSpawnedTask(
  server: Pick<SpawnedServer, "address" | "dataDir" | "origin">,
  body: Partial<typeof CLASS_BODY> = {},
): Promise<{ ana: HttpClient; taskId: string }> {
  await createInstructor(server);
  const ana = new HttpClient(server.origin, server.address);
  await ana.json("POST", "/auth/login", { ...ANA, remember: false });
  const { class: group } = await ana.json<{ class: { id: string } }>("POST", "/classes/create-class", {
    ...CLASS_BODY,
    ...body,
  });
  const dueDate = new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString();
  const task = { ...TASK_BODY, dueDate, classId: group.id };
  const { id: taskId } = await ana.json<{ id: string }>("POST", "/task/create-task", task);
  return { ana, taskId };
}
