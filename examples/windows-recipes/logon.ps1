# A logon script (group policy: User Configuration, Scripts, Logon, PowerShell): who does not confirm is logged off.
# It guards the desktop as far as logon scripts do: whoever can end it, or log on where it does not run, is not stopped.
# Both folders are asked of Windows: variables are the person's.
$gatehouse = Join-Path ([Environment]::GetFolderPath('ProgramFiles')) 'Gatehouse\bin\gatehouse.exe'
$shutdown = Join-Path ([Environment]::GetFolderPath('System')) 'shutdown.exe'
$code = 1
try {
    & $gatehouse check --timeout 120
    $code = $LASTEXITCODE
} finally {
    # Also where Gatehouse could not be started.
    if ($code -ne 0) { & $shutdown /l }
}
