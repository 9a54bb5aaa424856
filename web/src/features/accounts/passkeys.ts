import {
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser'
import { callAuth } from '../../shared/session/session-api.ts'

export const canUsePasskeys = browserSupportsWebAuthn

/** A little less than the server lets a challenge count. */
const challengeRefreshMs = 9 * 60_000

/** Lets the device make a passkey; rejects where it makes none. */
export function createPasskey(options: PublicKeyCredentialCreationOptionsJSON): Promise<object> {
  return startRegistration({ optionsJSON: options })
}

const answer = async (useBrowserAutofill: boolean): Promise<void> => {
  const optionsJSON = (await callAuth('passkey-challenge', {})) as PublicKeyCredentialRequestOptionsJSON
  const response = await startAuthentication({ optionsJSON, useBrowserAutofill })
  await callAuth('sign-in-with-passkey', { response })
}

/** Asks the device for a passkey and signs in with it. */
export function signInWithPasskey(): Promise<void> {
  return answer(false)
}

/**
 * Lets the browser offer passkeys where the address is typed, for as long as the page is open. Calls back when somebody has signed in, or
 * when the server refused. Returns how to stop.
 */
export function offerPasskeys(onEnd: (failure?: unknown) => void): () => void {
  let isOver = false
  const offer = async () => {
    if (isOver || !(await browserSupportsWebAuthnAutofill())) return
    try {
      await answer(true)
      if (!isOver) onEnd()
    } catch (failure) {
      // The device, or another offer in place of this one, has ended it: nothing that anybody asked for.
      if (failure instanceof Error && failure.name !== 'ApiFailure') return
      if (!isOver) onEnd(failure)
    }
  }
  void offer()
  const timer = setInterval(() => void offer(), challengeRefreshMs)
  return () => {
    isOver = true
    clearInterval(timer)
    WebAuthnAbortService.cancelCeremony()
  }
}
