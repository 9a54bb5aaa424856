import { MantineProvider, NumberInput } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeAll, expect, test } from 'vitest'
import { setupBrowser } from '../../testing/render.tsx'
import type { Language } from '../i18n/languages.ts'
import { themeIn } from './theme.ts'

beforeAll(setupBrowser)

function Area() {
  const [area, setArea] = useState<number | string>(12.5)
  return (
    <>
      <NumberInput label="Area" value={area} onChange={setArea} />
      <output>{JSON.stringify(area)}</output>
    </>
  )
}

const fieldIn = (language: Language): HTMLInputElement => {
  render(
    <MantineProvider theme={themeIn(language)} env="test">
      <Area />
    </MantineProvider>,
  )
  return screen.getByLabelText('Area')
}

test.each([
  ['en', '12.5'],
  ['de', '12,5'],
  ['pl', '12,5'],
] as const)('a number in a field is formatted in %s and typed with point or comma', async (...testCase) => {
  const [language, expectedText] = testCase
  const field = fieldIn(language)
  expect(field.value).toBe(expectedText)
  for (const typedText of ['3,25', '3.25']) {
    await userEvent.clear(field)
    await userEvent.type(field, typedText)
    expect(screen.getByRole('status').textContent).toBe('3.25')
  }
})

test.each(['45,75', '45.75'])('%s pasted in German keeps its value', async (pasted) => {
  const field = fieldIn('de')
  await userEvent.clear(field)
  await userEvent.click(field)
  await userEvent.paste(pasted)
  expect(screen.getByRole('status').textContent).toBe('45.75')
})
