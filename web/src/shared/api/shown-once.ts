import { ApiFailure } from './api-failure.ts'

/** A secret of a fresh answer. A repeated write has null in its place: the failure says in words what to do. */
export function requireSecret<Secret>(secret: Secret | null): Secret {
  if (secret === null) throw new ApiFailure('secret_shown_before', 0)
  return secret
}
