/** The kinds of entries of the audit log, with their labels. */
export const AUDIT_KINDS = {
  "sign-in": "Sign-in",
  account: "Account",
  token: "Access token",
  export: "Export",
  release: "Release",
  deletion: "Deletion",
  setting: "Setting",
} as const;

export type AuditKind = keyof typeof AUDIT_KINDS;
