import { Menu } from '@mantine/core'
import { IconFileTypePdf, IconPlayerPlay, IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFavourite } from '../../shared/plant/FavouriteStar.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { pathTo } from '../../site-map.ts'
import { useWhyNotAllowed } from '../central-units/index.ts'

/** The actions of an overview without room at the thumb. */
export function PhoneMenu() {
  const { t } = useTranslation('plant-overview')
  const { t: tShell } = useTranslation('shell')
  const { plantId, plant } = useCurrentPlant()
  const { favourite, turn, Icon } = useFavourite(plant)
  const mayWork = useWhyNotAllowed() === undefined
  const testsPath = (params: Record<string, string>) => `#${pathTo('plantReport', { plantId }, params)}`
  return (
    <>
      <Menu.Item
        leftSection={<Icon size={16} aria-hidden />}
        onClick={turn}
        renderRoot={(props) => <button type="button" {...props} role="menuitemcheckbox" aria-checked={favourite} />}
      >
        {t('favourite.of', { ns: 'shared', plant: plant.plantname })}
      </Menu.Item>
      {mayWork ? (
        <>
          <Menu.Item
            component="a"
            href={testsPath({ start: '1' })}
            leftSection={<IconPlayerPlay size={16} aria-hidden />}
          >
            {t('word.startTest')}
          </Menu.Item>
          <Menu.Item
            component="a"
            href={`#${pathTo('addUnit', { plantId })}`}
            leftSection={<IconPlus size={16} aria-hidden />}
          >
            {t('action.addUnit')}
          </Menu.Item>
        </>
      ) : null}
      <Menu.Item
        component="a"
        href={testsPath({ tab: 'reports' })}
        leftSection={<IconFileTypePdf size={16} aria-hidden />}
      >
        {tShell('menu.tests')}
      </Menu.Item>
    </>
  )
}
