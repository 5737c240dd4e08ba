import { defineConfig } from "drizzle-kit";

/** `npx drizzle-kit generate --config server/db/drizzle.config.ts` writes the next migration. */
export default defineConfig({
  dialect: "sqlite",
  schema: "./server/db/schema.ts",
  out: "./server/db/migrations",
  casing: "snake_case",
});
