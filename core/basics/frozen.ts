/** A value of which nobody changes anything: lists in it are read-only, too. */
export type Frozen<T> = T extends object ? { readonly [Key in keyof T]: Frozen<T[Key]> } : T;
