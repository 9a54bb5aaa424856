import { expect, test } from 'vitest'
import { withoutSecrets } from './secret-output.ts'

test('replaces secrets by null, in each item of a list, and nothing else', () => {
  const output = {
    secret: 's',
    tokens: [
      { code: '1', id: 'a' },
      { code: '2', id: 'b' },
    ],
    code: 'kept',
  }
  expect(withoutSecrets(output, ['secret', 'tokens.code', 'absent.code'])).toEqual({
    secret: null,
    tokens: [
      { code: null, id: 'a' },
      { code: null, id: 'b' },
    ],
    code: 'kept',
  })
  expect(output.secret).toBe('s')
})
