import { IconEye } from '@tabler/icons-react'
import type { SceneLevel } from '@vigilux/contract/features/scenes/scene.ts'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { toastFailure } from '../../shared/feedback/toast.ts'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { useFormats } from '../../shared/format/format.ts'
import * as layoutStyles from '../../shared/layout/layout.module.css'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { serialOf } from '../../shared/plant/unit-topic.ts'
import { useWhyNotAllowed } from '../central-units/index.ts'
import * as styles from './scenes.module.css'

/** Seconds for which units hold the preview, whatever happens to this page. */
const holdS = 30

/** Seconds until an instant, counted down; 0 once it is over. */
function useSecondsLeft(until: number | undefined): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (until === undefined) return
    setNow(Date.now())
    const countdown = setInterval(() => {
      setNow(Date.now())
      if (Date.now() >= until) clearInterval(countdown)
    }, 250)
    return () => clearInterval(countdown)
  }, [until])
  return until === undefined ? 0 : Math.max(0, Math.ceil((until - now) / 1_000))
}

/** Previews levels on the lamps for a while; the units restore the previous levels, even if this page closes. */
export function ShowOnLamps({ collections }: { collections: readonly SceneLevel[] }) {
  const { t } = useTranslation('scenes')
  const { plantId } = useCurrentPlant()
  const { measure, list } = useFormats()
  const role = useWhyNotAllowed()
  const show = useActionMutation('showSceneOnLamps')
  const end = useActionMutation('endSceneOnLamps')
  const [shown, setShown] = useState<{ collections: SceneLevel[]; until: number }>()
  const remainingSeconds = useSecondsLeft(shown?.until)
  const blockedReason = role ?? (collections.every(({ level }) => level === null) ? t('activate.nothing') : undefined)
  const beginShow = () => {
    const shownLevels = [...collections]
    show
      .mutateAsync({ plantId, collections: shownLevels, holdS })
      .then(() => setShown({ collections: shownLevels, until: Date.now() + holdS * 1_000 }), toastFailure)
  }
  const endNow = (levels: SceneLevel[]) => {
    end.mutateAsync({ plantId, collections: levels }).then(() => setShown(undefined), toastFailure)
  }
  const offlineUnits = show.data ? show.data.notAsked.map(({ cu }) => serialOf(cu)) : []
  return (
    <div className={styles.sceneShow}>
      <div className={layoutStyles.actions}>
        <ReasonButton
          variant="default"
          blockedReason={blockedReason}
          loading={show.isPending}
          leftSection={<IconEye size={16} aria-hidden />}
          onClick={beginShow}
        >
          {t('show.begin')}
        </ReasonButton>
        {shown && remainingSeconds > 0 ? (
          <ReasonButton
            variant="default"
            blockedReason={role}
            loading={end.isPending}
            onClick={() => endNow(shown.collections)}
          >
            {t('show.end')}
          </ReasonButton>
        ) : null}
      </div>
      <p className="vx-quiet" role="status">
        {shown && remainingSeconds > 0 ? t('show.shown') : t('show.hint', { time: measure(holdS, 's') })}
        {shown && remainingSeconds > 0 && offlineUnits.length > 0
          ? ` ${t('show.away', { units: list(offlineUnits) })}`
          : null}
      </p>
      {shown && remainingSeconds > 0 ? (
        <p className="vx-quiet" aria-hidden>
          {measure(remainingSeconds, 's')}
        </p>
      ) : null}
    </div>
  )
}
