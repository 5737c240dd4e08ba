import type { Router } from "../router.ts";
import { createAccount } from "../services/accounts/sign-up.ts";
import { makeBackup } from "../services/exports/backup.ts";

/** Calls of the command on the server's machine. */
export function adminRoutes({ on }: Router): void {
  on("createUser", async ({ context, body }) => {
    const userId = await createAccount(context, body);
    return { message: `${body.email.trim()} can log in now.`, user_id: userId };
  });

  on("backup", async ({ context }) => {
    const headers = { "Content-Type": "application/gzip", "Cache-Control": "no-store" };
    return new Response(await makeBackup(context), { headers });
  });
}
