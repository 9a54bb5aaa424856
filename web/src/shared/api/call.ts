import { ApiFailure } from '@vigilux/client/failure.ts'
import { type CallOptions, callAction, parseData as parseAnswer } from '@vigilux/client/http.ts'
import type { ActionInput, ActionName, ActionOutput } from './actions.ts'
import { throwWithTexts } from './api-failure.ts'

const onUnauthorised = new Set<() => void>()

/** Runs when the server reports an ended session; the session then sends the person to sign-in. */
export function onSignedOutByServer(react: () => void): () => void {
  onUnauthorised.add(react)
  return () => onUnauthorised.delete(react)
}

/** Calls an action over HTTP. Throws `ApiFailure` for every refusal and failure, once its texts are loaded. */
export async function call<Name extends ActionName>(
  action: Name,
  input: ActionInput<Name>,
  options: Pick<CallOptions, 'signal' | 'key'> = {},
): Promise<ActionOutput<Name>> {
  try {
    return await callAction('', action, input, options)
  } catch (error) {
    if (error instanceof ApiFailure && error.status === 401) for (const react of onUnauthorised) react()
    return throwWithTexts(error)
  }
}

/** The data of an answer `{ data }`; anything else is a failure, thrown once its texts are loaded. */
export const parseData = (response: Response): Promise<unknown> => parseAnswer(response).catch(throwWithTexts)
