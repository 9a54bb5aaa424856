import { type UseFormReturnType, useForm } from '@mantine/form'
import type { ApiFailure } from '@vigilux/client/failure.ts'
import { zod4Resolver } from 'mantine-form-zod-resolver'
import { type FocusEvent, useEffect } from 'react'
import type { z } from 'zod'
import { failureOf } from '../api/api-failure.ts'
import { errorText, useLanguage } from '../i18n/i18n.ts'

/** The text of a field's code (`errors.fields.<code>`); an unknown code gives a general text. */
export function fieldCodeText(code: string, values?: Record<string, unknown>): string {
  return errorText('errors.fields', code, values) ?? errorText('errors.fields', 'invalid') ?? ''
}

/**
 * A form validated with the action's own schema: when a changed field loses the focus and on submit, not during the
 * first typing. Schema messages are codes (`{ error: 'email' }`), translated here into the current language.
 */
export function useCheckedForm<Values extends Record<string, unknown>>(
  schema: z.ZodType,
  initialValues: Values,
  /** Parts of the action's input without a field. */
  extraInput: Record<string, unknown> = {},
  /** Maps the fields to the schema's input, where they differ. */
  toInput: (values: Values) => Record<string, unknown> = (values) => values,
): UseFormReturnType<Values> {
  const language = useLanguage()
  const check = (values: Values): Record<string, string> => {
    const codes = zod4Resolver(schema as never, { errorPriority: 'first' })({
      ...toInput(values),
      ...extraInput,
    }) as Record<string, unknown>
    return Object.fromEntries(Object.entries(codes).map(([path, code]) => [path, fieldCodeText(String(code))]))
  }
  const form = useForm<Values>({ initialValues, validate: (values) => check(values) as never })
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is marked is said again when the language changes
  useEffect(() => {
    const now = check(form.getValues())
    const translatedErrors = Object.entries(form.errors).map(([path, message]) => [path, now[path] ?? message])
    if (translatedErrors.length > 0) form.setErrors(Object.fromEntries(translatedErrors))
  }, [language])
  const getInputProps: typeof form.getInputProps = (path, options) => {
    const props = form.getInputProps(path, options)
    const onBlur = (event: FocusEvent) => {
      props.onBlur?.(event)
      if (form.isDirty(path) && !isLeavingForControl(event)) form.validateField(path)
    }
    return { ...props, onBlur }
  }
  return { ...form, getInputProps }
}

/** Skip validation here: an appearing error would move the pressed button or link away from the pointer. */
function isLeavingForControl({ relatedTarget }: FocusEvent): boolean {
  return relatedTarget instanceof Element && relatedTarget.closest('button, a') !== null
}

/** Shows the server's field errors at the fields; true if there were any, otherwise the form shows the failure. */
export function showFieldFailures<Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  error: unknown,
  /** Path of the fields in the action's input, such as `plant.` */
  prefix = '',
): boolean {
  const { fields }: ApiFailure = failureOf(error)
  for (const { path, code } of fields) {
    const field = path.startsWith(prefix) ? path.slice(prefix.length) : path
    form.setFieldError(field, fieldCodeText(code))
  }
  if (fields.length > 0) focusFirstError()
  return fields.length > 0
}

/** Pass to `form.onSubmit` as its second argument: focuses the first invalid field. */
export function focusFirstError(): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
}
