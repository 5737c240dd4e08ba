import { and, eq, isNotNull, isNull, ne } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import { users } from "../../db/schema.ts";

/** Whether an administrator, other than this account, can sign in. */
export async function hasAdministrator(query: Query, { except }: { except?: string } = {}): Promise<boolean> {
  const [one] = await query
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        eq(users.isAdmin, true),
        isNull(users.disabledAt),
        isNotNull(users.verifiedAt),
        eq(users.awaitsApproval, false),
        except === undefined ? undefined : ne(users.id, except),
      ),
    )
    .limit(1);
  return one !== undefined;
}
