import { useState, type SyntheticEvent, type KeyboardEvent, type ReactNode } from 'react';
import {
  useFirstStrings,
  useIntents,
  useAfterUsername,
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
  /** Other actions, left; `exit`, which ends the login, stands right. */
  secondary?: ReactNode;
  exit?: ReactNode;
  /** Content after all other actions, often for another person: it must not push a form out of sight. */
  after?: ReactNode;
  onSubmit?: () => void;
  /** Words announced with the heading, if they are not news of the login. */
  says?: string;
}>;

/**
 * The name and description of a form's first field, which takes the focus in place of the screen: readers say the
 * heading before the field's own label (which stays in the name, WCAG 2.5.3), then the problem, the instruction and the
 * opening.
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
 * The layout of all screens, in constant order: heading, middle, primary action, other actions. The heading and the
 * primary action keep their place from screen to screen.
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
  const later = useAfterUsername();
  const [isSaid, setSaid] = useState(false);
  const headingId = `${name}-heading`;
  // Announced once: it is out of date when the focus returns.
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
 * The screen itself takes the focus where no field does: a reader says its heading as its name, then its description,
 * in one. The heading would not do: Orca is silent on a focused text after the last focused element was removed.
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
