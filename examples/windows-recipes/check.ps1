# Starts a program after a login, by the exit code of `gatehouse check`: as strong as the account, no stronger. A program
# that must not be fooled verifies the ticket (../thick-client-csharp).
#
#   powershell -NoProfile -ExecutionPolicy AllSigned -File check.ps1 -Program C:\Payroll\payroll.exe
[CmdletBinding()]
param(
    # By its whole path: what a PATH finds could be another.
    [Parameter(Mandatory = $true)][string]$Program,
    [string[]]$Arguments = @(),
    # Asked of Windows: a variable of the person's could name another.
    [string]$Gatehouse = (Join-Path ([Environment]::GetFolderPath('ProgramFiles')) 'Gatehouse\bin\gatehouse.exe')
)
$ErrorActionPreference = 'Stop'
# Where Gatehouse cannot be started the next line throws, and nothing is started.
& $Gatehouse check
# Nothing but 0 lets in: 77 is a refusal, 130 a cancellation; the rest is in docs/command-line.md.
if ($LASTEXITCODE -ne 0) {
    Write-Error "Gatehouse let nobody in: it ended with $LASTEXITCODE" -ErrorAction Continue
    exit $LASTEXITCODE
}
& $Program @Arguments
exit $LASTEXITCODE
