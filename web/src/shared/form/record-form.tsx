import { type ReactNode, useEffect, useState } from 'react'
import type { z } from 'zod'
import { failureOf } from '../api/api-failure.ts'
import { toastFailure } from '../feedback/toast.ts'
import { useIsMounted } from '../use-is-mounted.ts'
import { ChangedMeanwhile } from './ChangedMeanwhile.tsx'
import { FormFailure } from './FormParts.tsx'
import { focusFirstError, showFieldFailures, useCheckedForm } from './form.ts'

/** A record shared by several editors, with its stored version. */
export type Versioned<Fields> = Fields & { version: number }

type FieldOf<Fields> = Exclude<keyof Fields & string, 'version'>

/** Paths of a record's fields, such as `address.city`. */
type PathIn<Fields> = {
  [Key in FieldOf<Fields>]: Fields[Key] extends Record<string, unknown> ? `${Key}.${keyof Fields[Key] & string}` : Key
}[FieldOf<Fields>]

type RecordFormOptions<Fields extends Record<string, unknown>> = {
  schema: z.ZodType
  /** The stored record, updated live. */
  stored: Versioned<Fields>
  /** Labels of the fields, by path. */
  labels: Record<PathIn<NoInfer<Fields>>, string>
  /** Returns the stored record; additional properties are ignored. */
  save: (values: Versioned<NoInfer<Fields>>) => Promise<Versioned<NoInfer<Fields>>>
  /** Maps the current record in a refusal to the fields, where they differ. */
  toValues?: (now: never) => Versioned<NoInfer<Fields>>
  /** Maps the fields to the schema's input, where they differ. */
  toInput?: (values: NoInfer<Fields>) => Record<string, unknown>
  /** Formats a value for comparison; unchanged by default. */
  say?: (path: string, value: string) => string
  /** Path of the fields in the action's input, such as `plant.` */
  prefix?: string
  onSaved?: () => void
}

/** The current record from a refusal caused by a concurrent change. */
function currentRecordOf(error: unknown): unknown {
  const { code, details } = failureOf(error)
  return code === 'CHANGED_MEANWHILE' ? (details as { now?: unknown } | undefined)?.now : undefined
}

function textAtPath(record: object, path: string): string {
  const value = path
    .split('.')
    .reduce<unknown>((part, key) => (part as Record<string, unknown> | null | undefined)?.[key], record)
  return textOf(value)
}

/** A value as one text; list rows on separate lines. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join('\n')
  if (typeof value === 'object' && value !== null) return Object.values(value).filter(Boolean).join(' · ')
  return String(value ?? '')
}

/**
 * A form over the opened version of a record. Other people's changes are adopted while nothing is typed; otherwise both
 * texts are shown for a choice. `trouble` is shown above the button: this choice, or why saving failed.
 */
export function useRecordForm<Fields extends Record<string, unknown>>(options: RecordFormOptions<Fields>) {
  const { schema, stored, labels, save, toValues, toInput, say = (_, value) => value, prefix, onSaved } = options
  type Stored = Versioned<Fields>
  const withoutVersion = ({ version: _, ...fields }: Stored) => toInput?.(fields as unknown as Fields) ?? fields
  const form = useCheckedForm<Stored>(schema, stored, {}, toInput ? withoutVersion : undefined)
  const [updatedRecord, setUpdatedRecord] = useState<Stored>()
  const [failure, setFailure] = useState<unknown>()
  const [isSaving, setSaving] = useState(false)
  const isMounted = useIsMounted()
  const now = updatedRecord && updatedRecord.version > stored.version ? updatedRecord : stored
  const isDirty = form.isDirty()
  const paths = Object.keys(labels) as PathIn<Fields>[]
  const names = new Set(['version', ...paths.map((path) => path.split('.')[0])])
  /** Input typed after `sent` left stays in its field. */
  const open = (saved: Stored, sent: Stored = form.getValues()) => {
    const record = Object.fromEntries(Object.entries(saved).filter(([name]) => names.has(name))) as Stored
    const typedSince = Object.entries(form.getValues()).filter(
      ([name, value]) => name !== 'version' && JSON.stringify(value) !== JSON.stringify(sent[name]),
    )
    form.setInitialValues(record)
    form.setValues({ ...record, ...Object.fromEntries(typedSince) })
    form.resetDirty(record)
    form.clearErrors()
    setFailure(undefined)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: takes over what others saved, unless the person is typing
  useEffect(() => {
    if (!isDirty && !isSaving && now.version > form.getValues().version) open(now)
  }, [now.version, isDirty, isSaving])
  const toStored = (record: unknown) => (toValues ? toValues(record as never) : (record as Stored))
  const submit = form.onSubmit(async (values) => {
    setFailure(undefined)
    setSaving(true)
    try {
      open(await save(values), values)
      onSaved?.()
    } catch (error) {
      const currentRecord = currentRecordOf(error)
      if (!isMounted()) toastFailure(error)
      else if (currentRecord) setUpdatedRecord(toStored(currentRecord))
      else if (!showFieldFailures(form, error, prefix)) setFailure(error)
    } finally {
      setSaving(false)
    }
  }, focusFirstError)
  const isChanged = isDirty && !isSaving && now.version > form.values.version
  const fieldText = (path: string, record: Stored) => {
    const text = textAtPath(record, path)
    return text === '' ? text : say(path, text)
  }
  const texts = paths
    .filter((path) => textAtPath(now, path) !== textAtPath(form.values, path))
    .map((path) => ({ label: labels[path], theirs: fieldText(path, now), mine: fieldText(path, form.values) }))
  const notice: ReactNode = isChanged ? (
    <ChangedMeanwhile
      texts={texts}
      onTheirs={() => open(now)}
      onMine={() => {
        form.setInitialValues(now)
        form.setFieldValue('version', now.version as never)
        setFailure(undefined)
      }}
    />
  ) : (
    <FormFailure error={failure} />
  )
  return { form, submit, saving: isSaving, trouble: notice, isChanged }
}
