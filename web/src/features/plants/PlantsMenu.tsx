import { Menu } from '@mantine/core'
import { IconArchive, IconMap, IconPlus, IconTrash, IconUsers } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { usePhone } from '../../shared/layout/use-phone.ts'
import { useSearchParams } from '../../shared/search-params.ts'
import { pathTo } from '../../site-map.ts'

/** Further actions of the list of plants; on a phone also those of its header and its view. */
export function PlantsMenu() {
  const { t } = useTranslation('plants')
  const phone = usePhone()
  const [{ show }, change] = useSearchParams()
  return (
    <>
      {phone ? (
        <>
          <Menu.Item leftSection={<IconPlus size={16} aria-hidden />} onClick={() => change({ new: '1' })}>
            {t('new.open')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconMap size={16} aria-hidden />}
            onClick={() => change({ show: show ? undefined : 'map', page: undefined }, { push: true })}
          >
            {t(show ? 'shown.list' : 'shown.map')}
          </Menu.Item>
          <Menu.Item
            component="a"
            href={`#${pathTo('home', {}, { archived: '1' })}`}
            leftSection={<IconArchive size={16} aria-hidden />}
          >
            {t('list.archived')}
          </Menu.Item>
        </>
      ) : null}
      <Menu.Item component="a" href={`#${pathTo('people')}`} leftSection={<IconUsers size={16} aria-hidden />}>
        {t('people')}
      </Menu.Item>
      <Menu.Item component="a" href={`#${pathTo('deletedPlants')}`} leftSection={<IconTrash size={16} aria-hidden />}>
        {t('word.deletedPlants')}
      </Menu.Item>
    </>
  )
}
