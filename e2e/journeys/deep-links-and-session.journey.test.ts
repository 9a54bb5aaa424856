import { beforeAll, expect, it } from 'vitest'
import { createApiClient } from '../support/api-client.ts'
import { type Person, passwordLabel, useProduct } from '../support/people.ts'

/** Links from mails and bookmarks, links for another person, and ending sessions. */
const journey = useProduct({ units: [] })
let hospital: string

beforeAll(async () => {
  const api = await createApiClient(journey.product.url).signIn('installer')
  hospital = (await api.call('getAllPlants', { search: 'Ospedale' })).plants[0]?.plant_id ?? ''
})

const fillIn = async ({ page }: Person, name: string): Promise<void> => {
  await page.getByLabel('E-mail').fill(`${name}@demo.vigilux.test`)
  await page.getByLabel(passwordLabel).fill('Demo-1234!')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

it('a deep link opens its page after sign-in', async () => {
  const person = await journey.comeIn()
  await person.goTo(`/plantusers/${hospital}`)
  await fillIn(person, 'installer')
  await person.page.getByRole('heading', { level: 1, name: 'Users' }).waitFor()
  expect(new URL(person.page.url()).hash).toBe(`#/plantusers/${hospital}`)
  await person.goTo('/there-is-no-such-page')
  await person.page.getByRole('heading', { name: 'Page not found' }).waitFor()
  await person.goTo('/ntopendingusers')
  await person.page.getByRole('heading', { name: 'Not authorised' }).waitFor()
  expect(await person.page.getByRole('button', { name: /^Accept/ }).count()).toBe(0)
})

it('a foreign plant looks like a missing one', async () => {
  const visitor = await journey.comeIn()
  await visitor.signIn('basic')
  const seenTexts: string[] = []
  for (const plantId of [hospital, '018f0000-0000-7000-8000-000000000000']) {
    await visitor.goTo(`/plant/${plantId}`)
    await visitor.page.getByRole('heading', { name: 'This plant is not available' }).waitFor()
    seenTexts.push(await visitor.page.getByRole('main').ariaSnapshot(), await visitor.page.title())
  }
  expect(seenTexts.slice(2)).toEqual(seenTexts.slice(0, 2))
})

it('a session that ends elsewhere leads to sign-in with the reason', async () => {
  const owner = await journey.comeIn()
  await owner.signIn('owner')
  await owner.goTo(`/plantreport/${hospital}?tab=results`)
  await owner.page.getByRole('heading', { level: 1, name: 'Tests and reports' }).waitFor()
  await owner.page.getByRole('button', { name: /Live/ }).or(owner.page.getByText(/^Live/)).first().waitFor()
  const otherOwner = await createApiClient(journey.product.url).signIn('owner')
  await otherOwner.auth('change-password', {
    current: 'Demo-1234!',
    password: 'Demo-5678!',
    confirmation: 'Demo-5678!',
  })
  // Without a click: the channel reacts as soon as a session ends, unless a read of the page is refused before.
  await owner.page.getByText(/^Your session (was ended elsewhere|has ended)/).waitFor()
  expect(await owner.page.getByText('Ospedale').count()).toBe(0)
  await owner.page.getByLabel('E-mail').fill('owner@demo.vigilux.test')
  await owner.page.getByLabel(passwordLabel).fill('Demo-5678!')
  await owner.page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await owner.page.getByRole('heading', { level: 1, name: 'Tests and reports' }).waitFor()
  expect(owner.page.url()).toContain(`/plantreport/${hospital}?tab=results`)
})
