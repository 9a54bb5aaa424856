import { Button, Menu } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconPlayerPlay, IconPlus, IconSignature } from '@tabler/icons-react'
import { roleMay } from '@vigilux/contract/kernel/permissions.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { AppLink, useNavigateTo } from '../../shared/navigation.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { pathTo } from '../../site-map.ts'
import { useWhyNotAllowed } from '../central-units/index.ts'
import { RegisterButton } from '../reports/index.ts'

/** The register for everyone; beside it the work of the role: sign, or add units and start tests. */
export function OverviewActions() {
  const { t } = useTranslation('plant-overview')
  const { plantId, plant } = useCurrentPlant()
  const navigateTo = useNavigateTo()
  const blockedReason = useWhyNotAllowed()
  const isNarrow = useIsNarrow()
  const mayOperate = roleMay(plant.role, 'plant.operate')
  return (
    <>
      <RegisterButton />
      {mayOperate ? (
        <>
          {isNarrow ? null : (
            <ReasonButton
              variant="default"
              blockedReason={blockedReason}
              leftSection={<IconPlus size={16} aria-hidden />}
              onClick={() => navigateTo(pathTo('addUnit', { plantId }))}
            >
              {t('action.addUnit')}
            </ReasonButton>
          )}
          <ReasonButton
            blockedReason={blockedReason}
            leftSection={<IconPlayerPlay size={16} aria-hidden />}
            onClick={() => navigateTo(pathTo('plantReport', { plantId }, { start: '1' }))}
          >
            {t('word.startTest')}
          </ReasonButton>
        </>
      ) : null}
      {!mayOperate && roleMay(plant.role, 'logbook.sign') ? (
        <Button
          component={AppLink}
          to={pathTo('logbook', { plantId }, { sign: '1' })}
          leftSection={<IconSignature size={16} aria-hidden />}
        >
          {t('action.signLogbook')}
        </Button>
      ) : null}
    </>
  )
}

/** Whether the title and three actions do not fit on one line in every language. */
const useIsNarrow = (): boolean => useMediaQuery('(max-width: 83.74em)', false, { getInitialValueInEffect: false })

/** Further actions: the header has no room for them. */
export function useMoreActions(): ReactNode {
  const { t } = useTranslation('plant-overview')
  const { plantId } = useCurrentPlant()
  const blockedReason = useWhyNotAllowed()
  const isNarrow = useIsNarrow()
  if (!isNarrow || blockedReason) return null
  return (
    <Menu.Item
      component="a"
      href={`#${pathTo('addUnit', { plantId })}`}
      leftSection={<IconPlus size={16} aria-hidden />}
    >
      {t('action.addUnit')}
    </Menu.Item>
  )
}
