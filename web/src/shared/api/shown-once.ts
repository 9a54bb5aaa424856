import { ApiFailure } from '@vigilux/client/failure.ts'

/** A secret from a fresh answer. A repeated write has null in its place; the failure then names the next step. */
export function requireSecret<Secret>(secret: Secret | null): Secret {
  if (secret === null) throw new ApiFailure('secret_shown_before', 0)
  return secret
}
