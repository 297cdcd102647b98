# Makes a shortcut for all users that opens no console: the login, then the program, which Gatehouse starts itself.
# As an administrator:
#
#   powershell -NoProfile -File shortcut.ps1 -Name Payroll -Program C:\Payroll\payroll.exe
[CmdletBinding()]
param(
    [Parameter(Mandatory = $true)][string]$Name,
    [Parameter(Mandatory = $true)][string]$Program
)
$ErrorActionPreference = 'Stop'
$menu = [Environment]::GetFolderPath('CommonPrograms')
$shortcut = (New-Object -ComObject WScript.Shell).CreateShortcut((Join-Path $menu "$Name.lnk"))
$shortcut.TargetPath = Join-Path ([Environment]::GetFolderPath('ProgramFiles')) 'Gatehouse\bin\gatehousew.exe'
# There is no console that could say why somebody was refused: a log file does.
$shortcut.Arguments = "--log-file `"%LOCALAPPDATA%\$Name-login.log`" -- `"$Program`""
$shortcut.WorkingDirectory = Split-Path $Program
$shortcut.IconLocation = "$Program,0"
$shortcut.Save()
