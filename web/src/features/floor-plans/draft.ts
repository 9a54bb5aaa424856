/** A place on a plan: fractions of its width and height. */
export type Spot = readonly [x: number, y: number]
/** Lamps by unit and position, `logica_0A1B2C.12`. */
export type Places = ReadonlyMap<string, Spot>
/** The changes of one step: place before and after; null when the lamp is not on the plan. */
export type Step = readonly (readonly [key: string, before: Spot | null, after: Spot | null])[]

/** Unsaved changes of a plan, based on a version of its places. */
export type Draft = {
  version: number
  /** Combined result of steps beyond undo. */
  settled: readonly (readonly [key: string, at: Spot | null])[]
  done: readonly Step[]
  undone: readonly Step[]
}

/** Maximum number of undoable steps. */
export const maxSteps = 100

export const emptyPlanDraft: Draft = { version: 0, settled: [], done: [], undone: [] }

export const isEmptyPlanDraft = ({ settled, done, undone }: Draft): boolean =>
  settled.length === 0 && done.length === 0 && undone.length === 0

/** Places of lamps including unsaved changes. */
export function applyDraft(saved: Places, { settled, done }: Draft): Places {
  if (settled.length === 0 && done.length === 0) return saved
  const places = new Map(saved)
  const applyChange = (key: string, at: Spot | null) => (at ? places.set(key, at) : places.delete(key))
  for (const [key, at] of settled) applyChange(key, at)
  for (const step of done) for (const [key, , after] of step) applyChange(key, after)
  return places
}

/** The draft with another step; clears the steps available for redo. */
export function addStep(draft: Draft, step: Step, version: number): Draft {
  if (step.length === 0) return draft
  const done = [...draft.done, step]
  const oldestStep = done.length > maxSteps ? done.shift() : undefined
  const settledPlaces = new Map(draft.settled)
  for (const [key, , after] of oldestStep ?? []) settledPlaces.set(key, after)
  return { version: isEmptyPlanDraft(draft) ? version : draft.version, settled: [...settledPlaces], done, undone: [] }
}

export function undoStep(draft: Draft): Draft {
  const step = draft.done.at(-1)
  return step ? { ...draft, done: draft.done.slice(0, -1), undone: [...draft.undone, step] } : draft
}

export function redoStep(draft: Draft): Draft {
  const step = draft.undone.at(-1)
  return step ? { ...draft, done: [...draft.done, step], undone: draft.undone.slice(0, -1) } : draft
}

const isSamePlace = (a: Spot | undefined, b: Spot | undefined): boolean => a?.[0] === b?.[0] && a?.[1] === b?.[1]

/** The changes to save: lamps whose place differs from the saved one, and removed lamps. */
export function diffPlaces(saved: Places, now: Places): { placed: [string, Spot][]; removed: string[] } {
  return {
    placed: [...now].filter(([key, at]) => !isSamePlace(saved.get(key), at)),
    removed: [...saved.keys()].filter((key) => !now.has(key)),
  }
}

/** After a save, the changes made while it ran: one step, on the version that was saved. */
export function keepLaterChanges(saved: Places, sent: Draft, now: Draft, version: number): Draft {
  const sentPlaces = applyDraft(saved, sent)
  const places = applyDraft(saved, now)
  const { placed, removed } = diffPlaces(sentPlaces, places)
  const changes = [...placed, ...removed.map((key) => [key, null] as const)]
  return addStep(
    emptyPlanDraft,
    changes.map(([key, after]) => [key, sentPlaces.get(key) ?? null, after]),
    version,
  )
}

/** Lamps in a row between two spots, with equal gaps; a single lamp is placed at the start. */
export function placeInRow(keys: readonly string[], [x1, y1]: Spot, [x2, y2]: Spot): [string, Spot][] {
  const gaps = Math.max(1, keys.length - 1)
  return keys.map((key, at) => [key, [x1 + ((x2 - x1) * at) / gaps, y1 + ((y2 - y1) * at) / gaps]])
}

const clampFraction = (value: number): number => Math.min(1, Math.max(0, value))

/** Limits a dragged spot to the plan. */
export const clampToPlan = ([x, y]: Spot): Spot => [clampFraction(x), clampFraction(y)]

const isSpot = (value: unknown): value is Spot | null =>
  value === null ||
  (Array.isArray(value) &&
    value.length === 2 &&
    value.every((part) => typeof part === 'number' && part >= 0 && part <= 1))
const isList = (value: unknown, isItem: (one: unknown) => boolean): boolean =>
  Array.isArray(value) && value.every(isItem)
const isChange = (value: unknown): boolean =>
  Array.isArray(value) && typeof value[0] === 'string' && isSpot(value[1]) && isSpot(value.at(-1))
const isStep = (one: unknown): boolean => isList(one, isChange)

/** Parses a stored draft, which may be of another release. */
export function parseDraft(found: unknown): Draft {
  const draft = found as Partial<Draft> | undefined
  const isDraft =
    Number.isInteger(draft?.version) &&
    isStep(draft?.settled) &&
    isList(draft?.done, isStep) &&
    isList(draft?.undone, isStep)
  return isDraft ? (draft as Draft) : emptyPlanDraft
}
