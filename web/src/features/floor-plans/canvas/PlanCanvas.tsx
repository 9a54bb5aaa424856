import { ActionIcon } from '@mantine/core'
import { IconFocusCentered, IconMinus, IconPlus } from '@tabler/icons-react'
import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
} from 'react'
import { useTranslation } from 'react-i18next'
import type { StateTone } from '../../../shared/theme/tokens.ts'
import type { Spot, Step } from '../draft.ts'
import * as styles from '../floor-plans.module.css'
import { worstFirst } from './cluster-marks.ts'
import type { Inks } from './draw-marks.ts'
import { PlanStage } from './plan-stage.ts'
import type { StageView } from './stage-view.ts'

/** The page's current colors, light or dark. */
function inksOf(box: HTMLElement): Inks {
  const style = getComputedStyle(box)
  const value = (name: string) => style.getPropertyValue(name).trim() || '#888'
  const states = Object.fromEntries(worstFirst.map((tone) => [tone, value(`--state-${tone}-fill`)]))
  return {
    ...(states as Record<StateTone, string>),
    brand: value('--vx-brand'),
    text: value('--vx-text'),
    surface: value('--vx-surface'),
  }
}

/** Requests from a page to the visible plan. */
export type PlanHandle = { spotAt(client?: { x: number; y: number }): Spot; centre(position: Spot): void }

type CanvasProps = StageView & {
  label: string
  /** Height of the drawing relative to its width, which limits its space on a phone. */
  ratio?: number
  picture: { bitmap: ImageBitmap; width: number; height: number } | undefined
  /** Null while the drawing has no picture. */
  size: { width: number; height: number } | null
  /** The picture is on its way: marks come with it, never before. */
  isWaiting: boolean
  handle: RefObject<PlanHandle | null>
  /** Controls over the drawing, at its left. */
  corner?: ReactNode
  onPick: (key: string | null, isAdditive: boolean) => void
  onTap: (position: Spot) => void
  onMove: (step: Step) => void
  /** Handles keys for moving or removing the selection; true when handled. */
  onKey: (event: KeyboardEvent) => boolean
}

const panPx = 60
const noMarks = { marks: [], areas: [], heat: [], reach: null }

/** The plan with its marks, operated by mouse, touch and keyboard. */
export function PlanCanvas(props: CanvasProps) {
  const { label, ratio = 1, picture, size, isWaiting, handle, corner, onPick, onTap, onMove, onKey, ...view } = props
  const { t } = useTranslation('floor-plans')
  const box = useRef<HTMLDivElement>(null)
  const stage = useRef<PlanStage>(null)
  const latestHandlers = useRef({ onPick, onTap, onMove })
  // Layout effect, because the stage has its own listeners, and a press must not hit an outdated drawing.
  useLayoutEffect(() => {
    latestHandlers.current = { onPick, onTap, onMove }
  })
  useEffect(() => {
    if (!box.current) return
    const events = {
      onPick: (key: string | null, isAdditive: boolean) => latestHandlers.current.onPick(key, isAdditive),
      onTap: (position: Spot) => latestHandlers.current.onTap(position),
      onMove: (step: Step) => latestHandlers.current.onMove(step),
    }
    const planStage = new PlanStage(box.current, events, inksOf(box.current))
    stage.current = planStage
    const sizeObserver = new ResizeObserver(() => planStage.resize())
    sizeObserver.observe(box.current)
    return () => {
      sizeObserver.disconnect()
      planStage.destroy()
      stage.current = null
    }
  }, [])
  const [width, height] = [size?.width, size?.height]
  useEffect(() => {
    if (width && height) stage.current?.setSize({ width, height })
  }, [width, height])
  useEffect(() => {
    if (picture) stage.current?.setPicture(picture.bitmap, picture)
  }, [picture])
  useEffect(() => {
    if (box.current) stage.current?.show(isWaiting ? { ...view, ...noMarks } : view, inksOf(box.current))
  })
  useImperativeHandle(handle, () => ({
    spotAt: (client) => stage.current?.spotAt(client) ?? [0.5, 0.5],
    centre: (position) => stage.current?.centre(position),
  }))
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey && !['z', 'y'].includes(event.key)) return
    if (event.key === 'Escape' && stage.current?.cancelDrag()) event.stopPropagation()
    else if (onKey(event)) event.preventDefault()
    else if (moveView(event.key, stage.current)) event.preventDefault()
  }
  return (
    <div className={styles.planCanvas}>
      <div
        className={styles.planStage}
        data-part="plan-stage"
        ref={box}
        style={{ '--plan-ratio': ratio } as CSSProperties}
        role="application"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrows, plus and minus move it, as a map
        tabIndex={0}
        aria-label={label}
        aria-busy={isWaiting}
        onKeyDown={onKeyDown}
      />
      {corner ? <div className={styles.planCorner}>{corner}</div> : null}
      <div className={styles.planZoom}>
        <ActionIcon aria-label={t('zoomOut')} onClick={() => stage.current?.zoom('out')}>
          <IconMinus size={18} />
        </ActionIcon>
        <ActionIcon aria-label={t('zoomIn')} onClick={() => stage.current?.zoom('in')}>
          <IconPlus size={18} />
        </ActionIcon>
        <ActionIcon aria-label={t('fit')} onClick={() => stage.current?.fit()}>
          <IconFocusCentered size={18} />
        </ActionIcon>
      </div>
    </div>
  )
}

const panByKey: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [panPx, 0],
  ArrowRight: [-panPx, 0],
  ArrowUp: [0, panPx],
  ArrowDown: [0, -panPx],
}

/** Arrows move the view, plus and minus zoom, 0 fits; returns false for any other key. */
function moveView(key: string, stage: PlanStage | null): boolean {
  const pan = panByKey[key]
  if (pan) stage?.panBy(pan[0], pan[1])
  else if (key === '+' || key === '=') stage?.zoom('in')
  else if (key === '-') stage?.zoom('out')
  else if (key === '0') stage?.fit()
  else return false
  return true
}
