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

/** Slightly less than the lifetime of a challenge on the server. */
const challengeRefreshMs = 9 * 60_000

/** Has the device create a passkey; rejects when it does not. */
export function createPasskey(options: object): Promise<object> {
  return startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON })
}

const signInByPasskey = async (useBrowserAutofill: boolean): Promise<void> => {
  const options: object = await callAuth('passkey-challenge', {})
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON
  const response = await startAuthentication({ optionsJSON, useBrowserAutofill })
  await callAuth('sign-in-with-passkey', { response })
}

/** Requests a passkey from the device and signs in with it. */
export function signInWithPasskey(): Promise<void> {
  return signInByPasskey(false)
}

/**
 * Lets the browser suggest passkeys in the address field while the page is open. Calls back after a sign-in or a
 * refusal. Returns a stop function.
 */
export function offerPasskeys(onEnd: (failure?: unknown) => void): () => void {
  let isOver = false
  const offerOnce = async () => {
    if (isOver || !(await browserSupportsWebAuthnAutofill())) return
    try {
      await signInByPasskey(true)
      if (!isOver) onEnd()
    } catch (failure) {
      // The device, or a newer request, cancelled it: not an error to show.
      if (failure instanceof Error && failure.name !== 'ApiFailure') return
      if (!isOver) onEnd(failure)
    }
  }
  void offerOnce()
  const timer = setInterval(() => void offerOnce(), challengeRefreshMs)
  return () => {
    isOver = true
    clearInterval(timer)
    WebAuthnAbortService.cancelCeremony()
  }
}
