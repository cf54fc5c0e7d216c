# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""H.264 whose fields are pictures of their own (PAFF), which FFmpeg's encoders do not write. Its macroblocks have samples as they are
(I_PCM), so that decoders give them back. ITU-T H.264 names the syntax elements."""

MACROBLOCK = 16


class Bits:
    def __init__(self):
        self.bits = []

    def put(self, value, count):
        self.bits += [value >> (count - 1 - i) & 1 for i in range(count)]
        return self

    def ue(self, *values):
        """Exp-Golomb codes."""
        for value in values:
            length = (value + 1).bit_length()
            self.put(value + 1, 2 * length - 1)
        return self

    def align(self, bit):
        if bit or len(self.bits) % 8:
            self.put(bit, 1)
        self.bits += [0] * (-len(self.bits) % 8)
        return self

    def data(self):
        return bytes(int("".join(map(str, self.bits[i:i + 8])), 2) for i in range(0, len(self.bits), 8))


def nal_unit(ref_idc, kind, payload):
    """With a start code, and without three bytes that look like one."""
    escaped, zeros = bytearray(), 0
    for byte in payload:
        if zeros == 2 and byte <= 3:
            escaped.append(3)
            zeros = 0
        escaped.append(byte)
        zeros = zeros + 1 if byte == 0 else 0
    return b"\0\0\0\1" + bytes([ref_idc << 5 | kind]) + bytes(escaped)


def sequence(width, height):
    main_profile, level = 77, 30
    bits = Bits().put(main_profile, 8).put(0, 8).put(level, 8)
    # seq_parameter_set_id, log2_max_frame_num_minus4, pic_order_cnt_type, log2_max_pic_order_cnt_lsb_minus4, max_num_ref_frames
    bits.ue(0, 0, 0, 0, 1).put(0, 1)  # gaps_in_frame_num_value_allowed_flag
    bits.ue(width // MACROBLOCK - 1, height // (2 * MACROBLOCK) - 1)
    # frame_mbs_only_flag, mb_adaptive_frame_field_flag, direct_8x8_inference_flag, frame_cropping_flag, vui_parameters_present_flag
    bits.put(0b00100, 5)
    return nal_unit(3, 7, bits.align(1).data())


def picture_parameters():
    # The ids, entropy_coding_mode_flag and bottom_field_pic_order_in_frame_present_flag, num_slice_groups_minus1 and the numbers of
    # references, weighted prediction, three times se(0), deblocking_filter_control_present_flag and two further flags
    bits = Bits().ue(0, 0).put(0, 2).ue(0, 0, 0).put(0, 3).ue(0, 0, 0).put(0b100, 3)
    return nal_unit(3, 8, bits.align(1).data())


def field(planes, width, height, bottom, number):
    """A field of a frame, whose planes Y, Cb and Cr are bytes. The top field comes first, and is an IDR picture."""
    bits = Bits().ue(0, 7, 0)  # first_mb_in_slice, slice_type I, pic_parameter_set_id
    bits.put(0, 4).put(1, 1).put(bottom, 1)  # frame_num, field_pic_flag, bottom_field_flag
    if not bottom:
        bits.ue(number % 2)  # idr_pic_id
    bits.put(bottom, 4)  # pic_order_cnt_lsb
    bits.put(0, 1 if bottom else 2)  # dec_ref_pic_marking()
    bits.ue(0, 1)  # slice_qp_delta, disable_deblocking_filter_idc
    data = bytearray()
    for y in range(0, height // 2, MACROBLOCK):
        for x in range(0, width, MACROBLOCK):
            bits.ue(25).align(0)  # mb_type I_PCM, pcm_alignment_zero_bit
            data += bits.data()
            bits = Bits()
            for plane, sub in zip(planes, (1, 2, 2)):
                size = MACROBLOCK // sub
                for row in range(y // sub, y // sub + size):
                    begin = (2 * row + bottom) * (width // sub) + x // sub
                    data += plane[begin:begin + size]
    return nal_unit(3, 1 if bottom else 5, bytes(data) + bits.align(1).data())


def stream(frames, width, height):
    """The stream of frames of 4:2:0, each the three planes. The width is a multiple of 16, the height of 32."""
    pictures = [field(planes, width, height, bottom, number) for number, planes in enumerate(frames) for bottom in (0, 1)]
    return sequence(width, height) + picture_parameters() + b"".join(pictures)
