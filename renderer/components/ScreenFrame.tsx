import { useState, type SyntheticEvent, type KeyboardEvent, type ReactNode } from 'react';
import {
  useFirstStrings,
  useIntents,
  useLater,
  useMirror,
  useOpening,
  useServices,
} from '../store/window-services.ts';
import { Button } from './Button.tsx';

type ScreenFrameProps = Readonly<{
  /** Names the screen for its styles. */
  name: string;
  heading: string;
  children?: ReactNode;
  /** The one thing to do. */
  primary?: ReactNode;
  /** What else can be done, left; what ends the login stands right. */
  secondary?: ReactNode;
  exit?: ReactNode;
  /** For somebody else, behind everything that the person may do: a form must not be pushed out of sight by it. */
  after?: ReactNode;
  onSubmit?: () => void;
  /** What is said with the heading where that is not news of the login. */
  says?: string;
}>;

/**
 * What names and describes the field of a form, which has the focus first in place of the screen: the heading is said
 * before the field's own label (which stays in the name, WCAG 2.5.3), then its problem, what to do, what the screen says.
 */
export const firstField = (
  screen: string,
  label: string,
  problem: string,
  ...described: readonly string[]
) => ({
  'aria-labelledby': `${screen}-heading ${label}`,
  'aria-describedby': [problem, ...described, `${screen}-says`].join(' '),
});

/**
 * What all screens share, in the order that never changes: heading, the middle, the one thing to do,
 * what else can be done. The heading and the one thing to do keep their place from screen to screen.
 */
export function ScreenFrame({
  name,
  heading,
  children,
  primary,
  secondary,
  exit,
  after,
  onSubmit,
  says,
}: ScreenFrameProps) {
  const opening = useOpening();
  const later = useLater();
  const [isSaid, setSaid] = useState(false);
  const headingId = `${name}-heading`;
  // Said once: whoever comes back later is not told what was so at the beginning.
  const said = isSaid ? '' : (says ?? opening);
  const body = (
    <>
      <div className="screen__middle">{children}</div>
      <div className="screen__actions">
        <TroubleBar />
        {later === null ? null : <later.Asides />}
        {primary}
        <div className="secondary">
          <div className="secondary__on">{secondary}</div>
          {exit}
        </div>
        {after}
      </div>
    </>
  );
  return (
    <main
      className={`screen screen--${name}`}
      {...(onSubmit === undefined ? focusable(headingId, said) : {})}
      onBlur={() => setSaid(true)}
    >
      <h1 id={headingId}>{heading}</h1>
      {onSubmit === undefined ? (
        <div className="screen__body">{body}</div>
      ) : (
        <form
          className="screen__body"
          noValidate
          onKeyDown={ignoreHeldEnter}
          onSubmit={(event) => submit(event, onSubmit)}
        >
          <div id={`${name}-says`} hidden>
            {said}
          </div>
          {body}
        </form>
      )}
    </main>
  );
}

/**
 * The screen itself takes the focus where no field does: a reader says its heading as its name, then what describes it,
 * in one. The heading would not do: Orca says nothing of a focused text when what had the focus before is gone.
 */
function focusable(headingId: string, said: string) {
  return {
    tabIndex: -1,
    'aria-labelledby': headingId,
    ...(said === '' ? {} : { 'aria-description': said }),
  };
}

function submit(event: SyntheticEvent, onSubmit: () => void): void {
  event.preventDefault();
  onSubmit();
}

/** A held-down Enter in a field submits once. */
export function ignoreHeldEnter(event: KeyboardEvent): void {
  if (event.repeat && event.key === 'Enter') event.preventDefault();
}

/** Ends the login from any screen. */
export function CancelButton() {
  const { send } = useIntents();
  return <Button onPress={() => void send('login:cancel')}>{useFirstStrings().common.cancel}</Button>;
}

/** A call that main refused, in plain words; never swallowed. */
function TroubleBar() {
  const trouble = useMirror((mirror) => mirror.trouble);
  const strings = useFirstStrings();
  const { refresh } = useServices();
  if (trouble === null) return null;
  return (
    <div className="notice notice--trouble">
      <p>{strings.trouble[trouble.code]}</p>
      {trouble.from === 'view' && trouble.code !== 'no-bridge' ? (
        <Button onPress={refresh}>{strings.common.tryAgain}</Button>
      ) : null}
    </div>
  );
}
