import type { ActionInput, ActionName, ActionOutput } from '@vigilux/contract/actions.ts'
import { idempotencyHeader } from '@vigilux/contract/kernel/idempotency-key.ts'
import { ApiFailure } from './failure.ts'

type Answer = { data?: unknown; error?: string; details?: unknown; requestId?: string }

type SendOptions = { signal?: AbortSignal | undefined; headers?: Record<string, string> | undefined }

export type CallOptions = SendOptions & {
  /** The idempotency key of a write. */
  key?: string | undefined
}

/**
 * Calls an action over HTTP.
 * @param server address of the server, without a slash at its end; empty for the page's own
 * @throws ApiFailure for every refusal and failure
 */
export async function callAction<Name extends ActionName>(
  server: string,
  action: Name,
  input: ActionInput<Name>,
  { signal, headers, key }: CallOptions = {},
): Promise<ActionOutput<Name>> {
  const keyHeader = key === undefined ? {} : { [idempotencyHeader]: key }
  const response = await post(`${server}/api`, { ...input, action }, { signal, headers: { ...headers, ...keyHeader } })
  const type = response.headers.get('content-type') ?? ''
  if (response.ok && type.startsWith('text/plain'))
    return (await fetchLinkedAnswer(response, { signal, headers })) as ActionOutput<Name>
  const data = await parseData(response)
  // Every action answers with an object, so a missing answer is a failure, not an endless wait.
  if (data === null) throw new ApiFailure('internal_error', response.status)
  return data as ActionOutput<Name>
}

/** Sends JSON; a missing network is a failure with its own code. */
export async function post(address: string, body: object, { signal, headers }: SendOptions = {}): Promise<Response> {
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
  throw new ApiFailure(error, response.status, { details, requestId })
}

/** A large answer arrives as a short-lived address in plain text, to be fetched with GET. */
async function fetchLinkedAnswer(response: Response, { signal, headers }: SendOptions): Promise<unknown> {
  const { location } = globalThis as { location?: { href: string } }
  const address = new URL((await response.text()).trim(), response.url || location?.href)
  const file = await fetchFromServer(address.href, { headers: headers ?? {}, ...(signal ? { signal } : {}) })
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
