import { Menu } from '@mantine/core'
import { IconFileTypePdf, IconPlayerPlay, IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ReasonItem } from '../../shared/form/ReasonItem.tsx'
import { useNavigateTo } from '../../shared/navigation.tsx'
import { useFavourite } from '../../shared/plant/FavouriteStar.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { pathTo } from '../../site-map.ts'
import { useWhyNotAllowed } from '../central-units/index.ts'

/** The actions of an overview without room at the thumb; one that is not allowed says who can. */
export function PhoneMenu() {
  const { t } = useTranslation('plant-overview')
  const { t: tShell } = useTranslation('shell')
  const { plantId, plant } = useCurrentPlant()
  const { favourite, turn, Icon } = useFavourite(plant)
  const navigateTo = useNavigateTo()
  const blockedReason = useWhyNotAllowed()
  const testsPath = (params: Record<string, string>) => pathTo('plantReport', { plantId }, params)
  return (
    <>
      <Menu.Item
        leftSection={<Icon size={16} aria-hidden />}
        onClick={turn}
        renderRoot={(props) => <button type="button" {...props} role="menuitemcheckbox" aria-checked={favourite} />}
      >
        {t('favourite.of', { ns: 'shared', plant: plant.plantname })}
      </Menu.Item>
      <ReasonItem
        blockedReason={blockedReason}
        leftSection={<IconPlayerPlay size={16} aria-hidden />}
        onClick={() => navigateTo(testsPath({ start: '1' }))}
      >
        {t('word.startTest')}
      </ReasonItem>
      <ReasonItem
        blockedReason={blockedReason}
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={() => navigateTo(pathTo('addUnit', { plantId }))}
      >
        {t('action.addUnit')}
      </ReasonItem>
      <Menu.Item
        component="a"
        href={`#${testsPath({ tab: 'reports' })}`}
        leftSection={<IconFileTypePdf size={16} aria-hidden />}
      >
        {tShell('menu.tests')}
      </Menu.Item>
    </>
  )
}
