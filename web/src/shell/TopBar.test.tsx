import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type PageName, pageEntry } from '../site-map.ts'
import { person } from '../testing/person.ts'
import { plantId, plantWith, renderInPlant } from '../testing/plant.tsx'
import { TopBar } from './TopBar.tsx'

const open = async (name: PageName, plantname: string) => {
  const page = { name, entry: pageEntry(name), params: { plantId } }
  const address = { ...plantWith().plant.address, city: 'Treviso' }
  await renderInPlant(
    <TopBar page={page} user={person} plantId={plantId} phone />,
    plantWith({ plant: { plantname, address } }),
  )
  await screen.findByRole('button', { name: 'Back' })
  const lines = document.querySelectorAll<HTMLElement>('[data-part="phone-title"] :is(b, small)')
  return [...lines].map((line) => [line.textContent, [...line.children].map(({ textContent }) => textContent)])
}

test.each([
  ['Kreiskrankenhaus Hallein – Bettenhaus', ['Kreiskrankenhaus Hallein', ' – Bettenhaus']],
  ['Lagerhalle Nord, Graz', ['Lagerhalle Nord', ', Graz']],
  ['Centro Commerciale Le Torri', ['Centro Commerciale Le', ' Torri']],
  ['Teatro', ['Teatro', '']],
])('the phone keeps the last part of %s whole', async (plantname, parts) => {
  expect(await open('plantOverview', plantname)).toEqual([
    [plantname, parts],
    ['Treviso', ['Treviso']],
  ])
})

test('other pages are named before their plant', async () => {
  expect(await open('logbook', 'Teatro')).toEqual([
    ['Logbook', []],
    ['Teatro', ['Teatro']],
  ])
})
