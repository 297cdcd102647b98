// A thick client that requires a ticket of Gatehouse. README.md says how to build and start it.
// Written for the C# compiler that is a part of Windows (C# 5, .NET Framework 4.8); newer ones take it too.
using System;
using System.Collections.Generic;
using System.IO;
using System.Security.Cryptography;
using System.Text;

static class Client
{
    const int ExitUsage = 64;
    const int ExitRefused = 77;

    static int Main(string[] arguments)
    {
        Options options;
        try
        {
            options = Options.Read(arguments);
        }
        catch (ArgumentException error)
        {
            Say(error.Message);
            return ExitUsage;
        }
        try
        {
            Admitted admitted = Admit(options);
            Write("let in: " + Json.Quote(admitted.Username) + " (" + admitted.Outcome + ")\n");
        }
        catch (Exception error)
        {
            // Any error on the way refuses the login.
            Say(error.Message.Replace("\r", " ").Replace("\n", " "));
            return ExitRefused;
        }
        // The program itself starts here. This one echoes its input.
        if (options.Echo)
            using (Stream output = Console.OpenStandardOutput()) VerdictSource.StandardInput.CopyTo(output);
        return 0;
    }

    /// <summary>Gets a verdict in one of the two forms and verifies it.</summary>
    static Admitted Admit(Options options)
    {
        // We start Gatehouse: the nonce of this very start makes every other ticket worthless. The gate started us:
        // there is one if the caller chose one.
        string nonce = options.Gatehouse == null ? options.Nonce : NewNonce();
        var ticket = new Ticket(Keys.Read(options.Jwks), options.Audience, nonce, options.Accepted, options.MaxAge);
        if (options.Gatehouse != null)
            return ticket.Verify(VerdictSource.AskGatehouse(options.Gatehouse, options.ForCheck, nonce));
        Admitted admitted = ticket.Verify(VerdictSource.ReadFromGate());
        // Without a nonce of our own a ticket counts because it is new.
        UsedTickets.UseOnce(options.Used, admitted.Jti, admitted.Exp);
        return admitted;
    }

    static string NewNonce()
    {
        var bytes = new byte[32];
        using (var random = RandomNumberGenerator.Create()) random.GetBytes(bytes);
        return BitConverter.ToString(bytes).Replace("-", "").ToLowerInvariant();
    }

    static void Say(string message)
    {
        byte[] bytes = new UTF8Encoding(false).GetBytes("thick-client: " + message + "\n");
        using (Stream output = Console.OpenStandardError()) output.Write(bytes, 0, bytes.Length);
    }

    static void Write(string text)
    {
        byte[] bytes = new UTF8Encoding(false).GetBytes(text);
        Stream output = Console.OpenStandardOutput();
        output.Write(bytes, 0, bytes.Length);
        output.Flush();
    }
}

/// <summary>The command line. The arguments behind `--` are for `gatehouse check`.</summary>
sealed class Options
{
    public string Jwks, Audience, Nonce, Used, Gatehouse;
    public int MaxAge = 60;
    public bool Echo;
    public readonly List<string> Accepted = new List<string> { "confirmed" };
    public readonly List<string> ForCheck = new List<string>();

    public static Options Read(string[] arguments)
    {
        var options = new Options();
        int end = Array.IndexOf(arguments, "--");
        if (end < 0) end = arguments.Length;
        for (int index = end + 1; index < arguments.Length; index++) options.ForCheck.Add(arguments[index]);
        for (int index = 0; index < end; index++)
        {
            string name = arguments[index];
            if (name == "--echo")
            {
                options.Echo = true;
                continue;
            }
            index++;
            if (index >= end) throw new ArgumentException(name + " is unknown, or needs a value");
            options.Take(name, arguments[index]);
        }
        if (string.IsNullOrEmpty(options.Jwks)) throw new ArgumentException("--jwks is needed");
        if (string.IsNullOrEmpty(options.Audience)) throw new ArgumentException("--audience is needed");
        if (options.Gatehouse == null && options.Used == null)
            throw new ArgumentException("--used is needed where the gate starts us");
        if (options.Gatehouse == null && options.ForCheck.Count > 0)
            throw new ArgumentException("only --gatehouse takes arguments");
        if (options.Gatehouse != null && options.Nonce != null)
            throw new ArgumentException("--gatehouse makes its own nonce");
        return options;
    }

    void Take(string name, string value)
    {
        switch (name)
        {
            case "--jwks": Jwks = value; break;
            case "--audience": Audience = value; break;
            case "--nonce": Nonce = value; break;
            case "--used": Used = value; break;
            case "--gatehouse": Gatehouse = value; break;
            case "--max-age":
                if (value.Length > 6 || !int.TryParse(value, System.Globalization.NumberStyles.None,
                        System.Globalization.CultureInfo.InvariantCulture, out MaxAge) || MaxAge < 1)
                    throw new ArgumentException("--max-age: whole seconds, at least 1");
                break;
            case "--accept":
                // Ways in that are no confirmation; each must be accepted by name.
                if (value != "bypassed" && value != "allowed-unreachable")
                    throw new ArgumentException("--accept: bypassed or allowed-unreachable");
                Accepted.Add(value);
                break;
            default: throw new ArgumentException(name + " is unknown");
        }
    }
}

/// <summary>The reason for refusing the login; its message is for the person at the computer.</summary>
sealed class Refusal : Exception
{
    public Refusal(string message) : base(message) { }
}
