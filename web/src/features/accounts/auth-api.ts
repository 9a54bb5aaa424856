import { ApiFailure } from '../../shared/api/api-failure.ts'

/** Flows of sign-up and sign-in; a refused one is an `ApiFailure` as with an action. */
export type AuthFlow = 'sign-up' | 'confirm' | 'resend' | 'sign-in' | 'forgot' | 'reset' | 'change-password'

/** Calls a flow. Its 401 means a wrong password, never that the session ended. */
export async function authenticate(flow: AuthFlow, form: object): Promise<void> {
  const response = await fetch(`/api/auth/${flow}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(form),
  }).catch(() => {
    throw new ApiFailure('network_error', 0)
  })
  if (response.ok) return
  const answer = (await response.json().catch(() => ({}))) as { error?: string; details?: unknown; requestId?: string }
  throw new ApiFailure(answer.error ?? 'internal_error', response.status, {
    details: answer.details,
    requestId: answer.requestId,
  })
}
