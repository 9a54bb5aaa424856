import { describe, expect, it } from 'vitest'
import { readOfficeOrder } from './office-options.ts'

const read = (line: string) => readOfficeOrder(line === '' ? [] : line.split(' '))
const person = '--name Ida --surname Moser'
const usage = 'Say what to do: add ADDRESS …, invite ADDRESS, remove ADDRESS or list'

describe('the command line of an office account', () => {
  it('is read with its defaults', () => {
    const account = { email: 'ida@b.test', name: 'Ida', surname: 'Moser' }
    expect(read(`add Ida@B.test --scope nto ${person}`)).toEqual({
      order: 'add',
      account: { ...account, scope: 'nto', area: [], language: 'en' },
      printLink: false,
    })
    expect(read(`add ida@b.test --scope ba --area it:BZ --area AT ${person} --language de --print-link`)).toMatchObject(
      {
        account: {
          scope: 'ba',
          area: [
            { country: 'IT', prov: 'BZ' },
            { country: 'AT', prov: '' },
          ],
          language: 'de',
        },
        printLink: true,
      },
    )
    expect(read('invite ida@b.test')).toEqual({ order: 'invite', email: 'ida@b.test', printLink: false })
    expect(read('remove ida@b.test --last')).toEqual({ order: 'remove', email: 'ida@b.test', allowLast: true })
    expect(read('list --json')).toEqual({ order: 'list', json: true })
  })

  it.each([
    ['', [usage]],
    ['erase ida@b.test', [usage]],
    ['list ida@b.test', [usage]],
    ['remove ida@b.test ada@b.test', [usage]],
    ['invite', ['The address is required']],
    ['remove rubbish', ['The address is not an e-mail address']],
    ['list --last', ['--last is not an option of list']],
    [`add ida@b.test --scope ba ${person}`, ['--area is required for the scope ba']],
    [`add ida@b.test --scope nto --area IT ${person}`, ['--area is for the scope ba only']],
    [
      'add rubbish --area ZZ --area IT: --language zz --name Ida3',
      [
        'The address is not an e-mail address',
        '--scope must be nto or ba',
        '--area ZZ is neither a country, such as IT, nor a province, such as IT:BZ',
        '--area IT: is neither a country, such as IT, nor a province, such as IT:BZ',
        '--name may contain only letters, spaces, hyphens and apostrophes',
        '--surname is required',
        '--language must be one of en, it, de, es, fr, cs, no, pl, pt',
      ],
    ],
  ])('names every problem of "%s" on a line of its own', (line, problems) => {
    expect(read(line)).toEqual({ problems })
  })

  it('names an unknown option', () => {
    expect(read('list --everything')).toEqual({ problems: [expect.stringContaining("'--everything'")] })
  })
})
