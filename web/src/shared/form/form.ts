import { type UseFormReturnType, useForm } from '@mantine/form'
import { zod4Resolver } from 'mantine-form-zod-resolver'
import type { z } from 'zod'
import { type ApiFailure, failureOf } from '../api/api-failure.ts'
import { sayCode } from '../i18n/i18n.ts'

/** The words of a field's code (`errors.fields.<code>`); an unknown code says that the value does not fit. */
export function sayFieldCode(code: string, values?: Record<string, unknown>): string {
  return sayCode('errors.fields', code, values) ?? sayCode('errors.fields', 'invalid') ?? ''
}

/**
 * A form checked with the action's own schema: on leaving a field and on submit, not while typing the first time.
 * Schema messages are codes (`{ error: 'email' }`); they are put into words here, in the language of the moment.
 */
export function useCheckedForm<Values extends Record<string, unknown>>(
  schema: z.ZodType,
  initialValues: Values,
): UseFormReturnType<Values> {
  return useForm<Values>({
    initialValues,
    validateInputOnBlur: true,
    validate: (values) => {
      const codes = zod4Resolver(schema as never)(values) as Record<string, unknown>
      return Object.fromEntries(
        Object.entries(codes).map(([path, code]) => [path, sayFieldCode(String(code))]),
      ) as never
    },
  })
}

/** Shows the server's field errors beside the fields. True when there were any; otherwise the form shows the failure whole. */
export function showFieldFailures<Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  error: unknown,
  /** Where the fields are in the action's input, as in `plant.` */
  prefix = '',
): boolean {
  const { fields }: ApiFailure = failureOf(error)
  for (const { path, code } of fields) {
    const field = path.startsWith(prefix) ? path.slice(prefix.length) : path
    form.setFieldError(field, sayFieldCode(code))
  }
  if (fields.length > 0) focusFirstError()
  return fields.length > 0
}

/** Give to `form.onSubmit` as its second argument: focus goes to the first bad field. */
export function focusFirstError(): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
}
