import { beforeAll, expect, it } from 'vitest'
import { createApiClient } from '../support/api-client.ts'
import { type Person, useProduct } from '../support/people.ts'

/** A Pro code, from its creation in the office to the plant and to the end of Pro. */
const journey = useProduct({
  units: [{ type: 'logica', serial: '0A1B01', lamps: 4, enrolled: true, plant: 'school' }],
})
let [office, installer, owner]: Person[] = []
let plantId = ''

beforeAll(async () => {
  const api = await createApiClient(journey.product.url).signIn('installer')
  const { plants } = await api.call('getAllPlants', {})
  plantId = plants.find(({ tier }) => tier === 'basic')?.plant_id ?? ''
  ;[office, installer, owner] = [await journey.comeIn(), await journey.comeIn(), await journey.comeIn()]
  await Promise.all([office.signIn('nto'), installer.signIn('installer'), owner.signIn('owner')])
})

const requirePerson = (person: Person | undefined): Person => {
  if (!person) throw new Error('nobody came in')
  return person
}

it('a Pro code is created, counts once it is used and later expires, live for all members', async () => {
  const [maker, user, watcher] = [requirePerson(office), requirePerson(installer), requirePerson(owner)]
  await maker.goTo('/ntoprocodes')
  await maker.page.getByLabel('How many').fill('1')
  await maker.page.getByText('12', { exact: true }).first().click()
  await maker.page.getByRole('button', { name: 'Generate 1 code' }).click()
  const code = (await maker.page.getByText(/^\d{4} \d{4} \d{4} \d{4}$/).textContent()) ?? ''
  const row = maker.page.getByRole('row', { name: new RegExp(code.slice(-4)) })
  await row.getByText('Free', { exact: true }).waitFor()

  await watcher.goTo(`/plantgeneral/${plantId}?tab=advanced`)
  await watcher.page.getByRole('heading', { name: 'Basic', exact: true }).waitFor()
  await user.goTo(`/plantgeneral/${plantId}?tab=advanced`)
  await user.page.getByRole('button', { name: 'Enter a Pro code' }).click()
  await user.page.getByRole('textbox', { name: 'Pro code' }).fill(code)
  expect(await watcher.page.getByRole('heading', { name: 'Basic', exact: true }).count()).toBe(1)
  await user.page.getByRole('button', { name: 'Use the code' }).click()
  await user.page.getByRole('heading', { name: /^Pro until / }).waitFor()
  // Nobody has touched the owner's browser.
  await watcher.page.getByRole('heading', { name: /^Pro until / }).waitFor({ timeout: 2_000 })
  await watcher.page.getByText(`•••• ${code.slice(-4)}`).waitFor()

  await row.getByText('Used', { exact: true }).waitFor()
  const { grantPro } = await import('../../server/src/features/plants/index.ts')
  await grantPro(journey.product.product().database.db, plantId, new Date(Date.now() + 500))
  await watcher.page.getByRole('region', { name: 'Pro has expired' }).waitFor()
  await user.page.getByRole('button', { name: 'Enter a Pro code' }).waitFor()
  expect([...maker.complaints, ...user.complaints, ...watcher.complaints]).toEqual([])
})
