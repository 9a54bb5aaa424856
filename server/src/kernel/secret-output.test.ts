import { expect, test } from 'vitest'
import { withoutSecrets } from './secret-output.ts'

test('secrets are replaced by null, in list items too', () => {
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
