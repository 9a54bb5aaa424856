import { IconPlayerPlay } from '@tabler/icons-react'
import type { Scene } from '@vigilux/contract/features/scenes/scene.ts'
import { useTranslation } from 'react-i18next'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { useWhyNotAllowed } from '../central-units/index.ts'
import { useActivation } from './use-activation.ts'

type ActivateProps = {
  scene: Pick<Scene, 'id' | 'name' | 'collections'>
  /** Compact, for a row of a list. */
  small?: boolean
}

/** Runs a scene at once. In a list, its press does not open the row. */
export function ActivateButton({ scene: { id, name, collections }, small = false }: ActivateProps) {
  const { t } = useTranslation('scenes')
  const role = useWhyNotAllowed()
  const { activate, pending } = useActivation()
  const setsNothing = collections.every(({ level }) => level === null)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps what is pressed in it from its row
    // biome-ignore lint/a11y/useKeyWithClickEvents: as above
    <span onClick={(event) => event.stopPropagation()}>
      <ReasonButton
        variant={small ? 'default' : 'filled'}
        size={small ? 'compact-sm' : 'sm'}
        blockedReason={role ?? (setsNothing ? t('activate.nothing') : undefined)}
        loading={pending === id}
        leftSection={<IconPlayerPlay size={16} aria-hidden />}
        {...(small && { 'aria-label': t('activate.named', { name }) })}
        onClick={() => activate(id)}
      >
        {t('activate.now')}
      </ReasonButton>
    </span>
  )
}
