import { idempotencyHeader } from '@vigilux/contract/kernel/idempotency-key.ts'
import type { ActionInput, ActionName, ActionOutput } from './actions.ts'
import { ApiFailure, throwWithTexts } from './api-failure.ts'

type Answer = { data?: unknown; error?: string; details?: unknown; requestId?: string }

const onUnauthorised = new Set<() => void>()

/** Runs when the server reports that nobody is signed in; the session then sends the person to sign-in. */
export function onSignedOutByServer(react: () => void): () => void {
  onUnauthorised.add(react)
  return () => onUnauthorised.delete(react)
}

type CallOptions = {
  signal?: AbortSignal | undefined
  /** The idempotency key of a write. */
  key?: string | undefined
}

/** Calls an action over HTTP. Throws `ApiFailure` for every refusal and failure. */
export async function call<Name extends ActionName>(
  action: Name,
  input: ActionInput<Name>,
  { signal, key }: CallOptions = {},
): Promise<ActionOutput<Name>> {
  const headers = key === undefined ? {} : { [idempotencyHeader]: key }
  const response = await post('/api', { ...input, action }, { signal, headers })
  const type = response.headers.get('content-type') ?? ''
  if (response.ok && type.startsWith('text/plain'))
    return (await fetchSignedLink(response, signal)) as ActionOutput<Name>
  if (response.status === 401) for (const react of onUnauthorised) react()
  const data = await parseData(response)
  // Every action answers with an object, so a missing answer is a failure, not an endless wait.
  if (data === null) throw new ApiFailure('internal_error', response.status)
  return data as ActionOutput<Name>
}

/** Sends JSON; a missing network is a failure with its own code. */
export async function post(
  address: string,
  body: object,
  { signal, headers }: { signal?: AbortSignal | undefined; headers?: Record<string, string> } = {},
): Promise<Response> {
  return fetchFromServer(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    ...(signal ? { signal } : {}),
  })
}

export async function fetchFromServer(address: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(address, init)
  } catch (error) {
    if (init.signal?.aborted) throw error
    throw new ApiFailure('network_error', 0)
  }
}

/** The data of an answer `{ data }`; anything else is a failure with the server's code and reference. */
export async function parseData(response: Response): Promise<unknown> {
  const body = await bodyOf(response)
  if (response.ok && body.data !== undefined) return body.data
  const { error = 'internal_error', details, requestId = response.headers.get('x-request-id') ?? undefined } = body
  return throwWithTexts(new ApiFailure(error, response.status, { details, requestId }))
}

/** A large answer arrives as a short-lived address in plain text, to be fetched with GET. */
async function fetchSignedLink(response: Response, signal?: AbortSignal): Promise<unknown> {
  const address = new URL((await response.text()).trim(), location.href)
  const file = await fetch(address, signal ? { signal } : {})
  if (!file.ok) throw new ApiFailure('internal_error', file.status)
  return file.json()
}

async function bodyOf(response: Response): Promise<Answer> {
  try {
    return ((await response.json()) ?? {}) as Answer
  } catch {
    return {}
  }
}
