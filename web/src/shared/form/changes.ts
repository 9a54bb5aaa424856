import type { UseFormReturnType } from '@mantine/form'

/** A field that differs from what was opened or saved last: its path and what is in it now. */
export type ChangedField = readonly [path: string, value: unknown]

function changedIn(value: unknown, path: string, isDirty: (path: string) => boolean): ChangedField[] {
  // A list is one field: of rows that were added or removed nobody could say which is which.
  if (value !== null && typeof value === 'object' && !Array.isArray(value))
    return Object.entries(value).flatMap(([key, inner]) => changedIn(inner, `${path}.${key}`, isDirty))
  return isDirty(path) ? [[path, value]] : []
}

/** The fields that differ from what was opened or saved last, those of nested objects one by one, and a list whole. */
export function changedFields<Values extends Record<string, unknown>>(form: UseFormReturnType<Values>): ChangedField[] {
  return Object.entries(form.getValues()).flatMap(([key, value]) => changedIn(value, key, (at) => form.isDirty(at)))
}

export function changesIn<Values extends Record<string, unknown>>(form: UseFormReturnType<Values>): number {
  return changedFields(form).length
}
