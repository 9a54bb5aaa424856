import { afterEach, describe, expect, test, vi } from 'vitest'
import { fetchFile } from './download.ts'

afterEach(() => vi.unstubAllGlobals())

const link = { url: '/files/token', name: 'report.pdf', bytes: 5 }
const refusal = (error: string, status: number) => Response.json({ error, requestId: 'r1' }, { status })
const cutResponse = () => new Response(new ReadableStream({ start: (stream) => stream.error(new TypeError('cut')) }))

function serve(...answers: Response[]) {
  const fetchMock = vi.fn(async () => answers.shift() as Response)
  vi.stubGlobal('fetch', fetchMock)
  return fetchMock
}

describe('a file', () => {
  test('is downloaded completely', async () => {
    serve(new Response('%PDF-'))
    expect(await (await fetchFile(link)).text()).toBe('%PDF-')
  })

  test('that is refused carries the code', async () => {
    serve(refusal('FILE_LINK_INVALID', 403))
    await expect(fetchFile(link)).rejects.toMatchObject({ code: 'FILE_LINK_INVALID', status: 403, requestId: 'r1' })
  })

  test('that is cut off is requested once more to get the reason', async () => {
    const fetchMock = serve(cutResponse(), refusal('FILE_DAMAGED', 500))
    await expect(fetchFile(link)).rejects.toMatchObject({ code: 'FILE_DAMAGED' })
    expect(fetchMock).toHaveBeenCalledTimes(2)
  })

  test('that is cut off twice is not delivered', async () => {
    serve(cutResponse(), cutResponse())
    await expect(fetchFile(link)).rejects.toMatchObject({ code: 'network_error' })
  })
})
