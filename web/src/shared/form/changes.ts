import type { UseFormReturnType } from '@mantine/form'

function countIn(value: unknown, path: string, isDirty: (path: string) => boolean): number {
  if (value !== null && typeof value === 'object')
    return Object.entries(value).reduce((sum, [key, inner]) => sum + countIn(inner, `${path}.${key}`, isDirty), 0)
  return isDirty(path) ? 1 : 0
}

/** How many fields differ from what was opened or saved last, those of nested objects one by one. */
export function changesIn<Values extends Record<string, unknown>>(form: UseFormReturnType<Values>): number {
  return Object.entries(form.values).reduce(
    (sum, [key, value]) => sum + countIn(value, key, (at) => form.isDirty(at)),
    0,
  )
}
