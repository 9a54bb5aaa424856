/** Output with the secrets at these paths, for a write without repetition. */
export type Fresh<Output, Path extends string> = Output extends readonly (infer Item)[]
  ? Fresh<Item, Path>[]
  : {
      [Name in keyof Output]: Name extends Path
        ? NonNullable<Output[Name]>
        : Path extends `${Name & string}.${infer Rest}`
          ? Fresh<Output[Name], Rest>
          : Output[Name]
    }
