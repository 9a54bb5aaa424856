import { IconPlayerPlay } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { useSearchParams } from '../../shared/search-params.ts'
import { useWhyNotAllowed } from '../central-units/index.ts'

/** Opens the dialog that starts a test. */
export function StartTestButton() {
  const { t } = useTranslation('emergency-tests')
  const { units } = useCurrentPlant()
  const [, setSearch] = useSearchParams()
  const blockedReason = useWhyNotAllowed()
  const noUnits = units.length === 0 ? t('start.noUnit') : undefined
  return (
    <ReasonButton
      blockedReason={blockedReason ?? noUnits}
      leftSection={<IconPlayerPlay size={16} aria-hidden />}
      onClick={() => setSearch({ start: '1' })}
    >
      {t('word.startTest')}
    </ReasonButton>
  )
}
