declare module "bidi-js" {
  interface Bidi {
    /** `levels` has one for each UTF-16 unit: even from left to right, odd from right to left. */
    getEmbeddingLevels(text: string): { readonly levels: Uint8Array };
    getMirroredCharacter(character: string): string | null;
  }
  function createBidi(): Bidi;
  export = createBidi;
}

declare module "linebreak" {
  class LineBreaker {
    constructor(text: string);
    /** Where the next line may begin; null at the end. */
    nextBreak(): { readonly position: number } | null;
  }
  export = LineBreaker;
}
