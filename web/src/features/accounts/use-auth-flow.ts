import type { UseFormReturnType } from '@mantine/form'
import type { AuthFlow, AuthOutput } from '@vigilux/contract/features/accounts/auth-flows.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { failureOf } from '../../shared/api/api-failure.ts'
import { focusFirstError, showFieldFailures } from '../../shared/form/form.ts'
import { callAuth } from '../../shared/session/session-api.ts'

/** Form fields for a refusal of a password or code. */
type Fields = { password?: string; code?: string; currentCode?: string }

/** Runs a step under `/api/auth/` for a form: a wrong password or code is shown at its field, the rest on the form. */
export function useAuthFlow<Values extends Fields>(form: UseFormReturnType<Values>) {
  const { t } = useTranslation('accounts')
  const [failure, setFailure] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  const [isMismatch, setMismatch] = useState(false)
  const showAtField = (field: keyof Fields, text: string) => {
    form.setFieldError(field, text)
    focusFirstError()
  }
  const receive = (error: unknown) => {
    const { code } = failureOf(error)
    const { values } = form
    if (code === 'WRONG_EMAIL_OR_PASSWORD' && 'password' in values) showAtField('password', t('password.wrong'))
    else if (code === 'CodeMismatchException' && 'code' in values) showAtField('code', t('factor.wrong'))
    else if (code === 'CodeMismatchException' && 'currentCode' in values) setMismatch(true)
    else if (!showFieldFailures(form, error)) setFailure(error)
  }
  /** The server's answer; undefined after a refusal, which is shown. */
  const request = async <Flow extends AuthFlow>(flow: Flow, input: object): Promise<AuthOutput<Flow> | undefined> => {
    setBusy(true)
    setFailure(undefined)
    setMismatch(false)
    try {
      return await callAuth(flow, input)
    } catch (error) {
      receive(error)
      return undefined
    } finally {
      setBusy(false)
    }
  }
  return {
    ask: request,
    busy,
    failure,
    /** One of several codes was wrong, and the server does not say which. */
    mismatch: isMismatch,
  }
}
