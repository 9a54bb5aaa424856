import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import { showFieldFailures } from '../../shared/form/form.ts'

/**
 * Sends a form: `busy` while it is under way, `failure` once it is refused. A refusal is shown at its fields; `receive`
 * may show others elsewhere and then returns true.
 */
export function useSubmission<Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  { refused, receive }: { refused?: unknown; receive?: (error: unknown) => boolean } = {},
) {
  const [failure, setFailure] = useState(refused)
  const [busy, setBusy] = useState(false)
  const submit = async (send: () => Promise<void>): Promise<void> => {
    setBusy(true)
    setFailure(undefined)
    try {
      await send()
    } catch (error) {
      if (!receive?.(error) && !showFieldFailures(form, error)) setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return { submit, busy, failure }
}
