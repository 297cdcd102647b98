// Where the verdict comes from. The gate that started us left it on a handle or on standard input, or we start
// `gatehouse check` ourselves. Both give one line of JSON, still to be verified (Ticket.cs).
using System;
using System.Collections.Generic;
using System.ComponentModel;
using System.Diagnostics;
using System.IO;
using System.Text;
using Microsoft.Win32.SafeHandles;

static class VerdictSource
{
    // A verdict is far smaller; a longer line is invalid.
    const int LongestLine = 64 * 1024;

    /// <summary>Without a buffer: the bytes behind the verdict are the program's own.</summary>
    public static readonly Stream StandardInput = Console.OpenStandardInput();

    /// <summary>
    /// The line that the gate left for us: on Windows GATEHOUSE_RESULT_HANDLE, elsewhere the same number as a descriptor;
    /// standard input where GATEHOUSE_RESULT_FD is 0.
    /// </summary>
    public static string ReadFromGate()
    {
        string descriptor = Environment.GetEnvironmentVariable("GATEHOUSE_RESULT_FD");
        if (descriptor == null) throw new Refusal("Gatehouse did not start this program");
        if (descriptor == "0") return OnlyLine(ReadLine(StandardInput));
        string name = Environment.GetEnvironmentVariable("GATEHOUSE_RESULT_HANDLE") ?? descriptor;
        long number;
        if (name.Length > 18 || !long.TryParse(name, System.Globalization.NumberStyles.None,
                System.Globalization.CultureInfo.InvariantCulture, out number) || number < 3)
            throw new Refusal("the gate names nothing to read from");
        try
        {
            // Closed at the end, so that programs that we start do not inherit it.
            using (var handle = new SafeFileHandle(new IntPtr(number), true))
            using (var stream = new FileStream(handle, FileAccess.Read, 1)) return OnlyLine(ReadAll(stream));
        }
        catch (Exception error)
        {
            if (error is Refusal) throw;
            throw new Refusal("the verdict cannot be read: " + error.Message);
        }
    }

    /// <summary>Starts Gatehouse and takes the verdict from its standard output. It counts with exit code 0 only.</summary>
    public static string AskGatehouse(string program, IEnumerable<string> options, string nonce)
    {
        var line = new StringBuilder("check --json --nonce ").Append(nonce);
        foreach (string option in options) line.Append(' ').Append(Quote(option));
        var start = new ProcessStartInfo(program, line.ToString())
        {
            UseShellExecute = false,
            RedirectStandardInput = true,
            RedirectStandardOutput = true
        };
        Process check;
        try
        {
            check = Process.Start(start);
        }
        catch (Win32Exception error)
        {
            throw new Refusal(program + " cannot be used: " + error.Message);
        }
        using (check)
        {
            check.StandardInput.Close();
            byte[] received;
            try
            {
                received = ReadAll(check.StandardOutput.BaseStream);
            }
            catch
            {
                // The caller no longer waits for the login.
                try { check.Kill(); } catch (InvalidOperationException) { }
                throw;
            }
            check.WaitForExit();
            if (check.ExitCode != 0)
                throw new Refusal("Gatehouse let nobody in: it ended with " + check.ExitCode);
            return OnlyLine(received);
        }
    }

    static byte[] ReadAll(Stream stream)
    {
        var all = new MemoryStream();
        var some = new byte[4096];
        for (int count; (count = stream.Read(some, 0, some.Length)) > 0;)
        {
            all.Write(some, 0, count);
            if (all.Length > LongestLine) throw new Refusal("the verdict is longer than any verdict");
        }
        return all.ToArray();
    }

    /// <summary>Never more than the line, byte by byte.</summary>
    static byte[] ReadLine(Stream stream)
    {
        var all = new MemoryStream();
        var one = new byte[1];
        while (stream.Read(one, 0, 1) == 1)
        {
            all.Write(one, 0, 1);
            if (one[0] == (byte)'\n') break;
            if (all.Length > LongestLine) throw new Refusal("the verdict is longer than any verdict");
        }
        return all.ToArray();
    }

    /// <summary>Exactly one line, complete, in UTF-8: half a verdict is invalid.</summary>
    static string OnlyLine(byte[] received)
    {
        if (received.Length == 0) throw new Refusal("there is no verdict");
        if (Array.IndexOf(received, (byte)'\n') != received.Length - 1)
            throw new Refusal("the verdict is not one complete line");
        try
        {
            return new UTF8Encoding(false, true).GetString(received);
        }
        catch (ArgumentException)
        {
            throw new Refusal("the verdict is not text");
        }
    }

    /// <summary>A word as the C runtime reads it back from a command line.</summary>
    static string Quote(string word)
    {
        var quoted = new StringBuilder("\"");
        int slashes = 0;
        foreach (char sign in word)
        {
            if (sign == '"') quoted.Append('\\', slashes + 1);
            slashes = sign == '\\' ? slashes + 1 : 0;
            quoted.Append(sign);
        }
        return quoted.Append('\\', slashes).Append('"').ToString();
    }
}
